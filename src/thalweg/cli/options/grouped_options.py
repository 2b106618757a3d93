"""Options that several commands share, declared once as the fields of a dataclass.

Typer reads options from the parameters of a function and knows no groups of them. A command under
`with_options` takes a group as one parameter (`files: FileOptions`); typer sees its fields.
"""

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def typed_options(*groups: Any) -> list[str]:
    """Return the options that differ from their defaults, as a user would type them."""
    words: list[str] = []
    for group in groups:
        types = get_type_hints(type(group), include_extras=True)
        for field in fields(group):
            value = getattr(group, field.name)
            if value == field.default:
                continue
            option = types[field.name].__metadata__[0]
            names = [option.default, *(option.param_decls or ()), f"--{field.name}"]
            name = next(name for name in names if str(name).startswith("--")).replace("_", "-")
            if value is True:
                words.append(name)
            else:
                for each in value if isinstance(value, list) else [value]:
                    words += [name, str(each)]
    return words


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Replace each parameter that is a dataclass by its fields, each an option of the command."""
    groups: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        kind = parameter.annotation
        if not is_dataclass(kind):
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        groups[name] = kind
        types = get_type_hints(kind, include_extras=True)
        parameters += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=types[field.name],
            )
            for field in fields(kind)
        ]

    @wraps(command)
    def with_groups(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    with_groups.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_groups.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_groups
