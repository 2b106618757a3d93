"""Writes docs/reference/cli.md from the commands themselves: `make docs`.

It reads what the commands declare to typer, and not what typer prints, which changes with typer's
version and with the width of the terminal.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Final, get_args, get_origin

import typer
from typer.models import ArgumentInfo, OptionInfo, ParamMeta
from typer.utils import get_params_from_function

from thalweg.cli.app import app, read_global_options

PAGE: Final = Path(__file__).with_name("cli.md")
OWN_OPTIONS: Final = "Options"

_PREFACE: Final = """\
# The command line

<!-- Written by `make docs` from the commands. Change their help texts, not this page. -->

- Every command tells its options with `--help` or `-h`; `thalweg --install-completion` teaches them
  to your shell.
- The result goes to standard output; progress, notes and errors go to standard error. With `--json`
  the result is one JSON object.
- `-` is standard input in place of a file, and standard output where a command writes one file.
- Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
- Durations are `30s`, `5m`, `1h30m`, or a number of seconds.
"""
_PLACEHOLDERS: Final = {str: "TEXT", int: "N", float: "NUMBER", Path: "PATH"}


@dataclass(frozen=True)
class Row:
    """An argument or an option, as a row of a table says it."""

    names: str
    value: str
    meaning: str
    default: str


@dataclass(frozen=True)
class Command:
    """What the page says about a command."""

    name: str
    summary: str
    details: str
    example: str
    usage: str
    arguments: tuple[Row, ...]
    panels: dict[str, tuple[Row, ...]]


def page() -> str:
    """The whole page."""
    commands = list(all_commands())
    shared = _panels_of_several(commands)
    parts = [_PREFACE, _list_of(commands), *(_section(each, shared) for each in commands)]
    for panel, rows in shared.items():
        users = ", ".join(f"`{each.name}`" for each in commands if panel in each.panels)
        parts.append(f"## {panel}\n\nOptions of {users}.\n\n{_table(rows)}")
    front = read_command("thalweg", read_global_options)
    parts.append(f"## Before the command\n\n{_table(front.panels[OWN_OPTIONS])}")
    return "\n".join(parts)


def all_commands(group: typer.Typer = app, prefix: str = "thalweg") -> Iterator[Command]:
    """The commands of the program, those of its groups included."""
    for command in group.registered_commands:
        assert command.callback is not None
        yield read_command(f"{prefix} {command.callback.__name__}", command.callback)
    for inner in group.registered_groups:
        assert inner.typer_instance is not None
        yield from all_commands(inner.typer_instance, f"{prefix} {inner.typer_instance.info.name}")


def read_command(name: str, function: Callable[..., None]) -> Command:
    """What a command's function says about it."""
    arguments: list[Row] = []
    panels: dict[str, list[Row]] = {OWN_OPTIONS: []}
    required: list[str] = []
    for parameter in get_params_from_function(function).values():
        info = parameter.default
        if isinstance(info, ArgumentInfo):
            arguments.append(_argument(parameter, info))
        elif isinstance(info, OptionInfo):
            panels.setdefault(info.rich_help_panel or OWN_OPTIONS, []).append(
                _option(parameter, info)
            )
            if info.default is ...:
                required.append(f"{_names(parameter, info)[0]} {_placeholder(parameter, info)}")
    summary, details, example = _parts_of(inspect.getdoc(function) or "")
    usage = " ".join([name, *(row.names for row in arguments), *required, "[OPTIONS]"])
    return Command(
        name,
        summary,
        details,
        example,
        usage,
        tuple(arguments),
        {panel: tuple(rows) for panel, rows in panels.items() if rows},
    )


def _parts_of(docstring: str) -> tuple[str, str, str]:
    """Its first paragraph, the further ones, and the command line of its example."""
    paragraphs = docstring.split("\n\n")
    examples = [text for text in paragraphs if text.startswith("Example: ")]
    summary, *details = [_prose(text) for text in paragraphs if text not in examples]
    return summary, "\n\n".join(details), "".join(examples).removeprefix("Example: ")


def _argument(parameter: ParamMeta, info: ArgumentInfo) -> Row:
    several = get_origin(parameter.annotation) is list
    name = (info.metavar or parameter.name.upper()) + "..." * several
    return Row(name, "", _prose(info.help or ""), _default(parameter, info))


def _option(parameter: ParamMeta, info: OptionInfo) -> Row:
    names = ", ".join(f"`{name}`" for name in _names(parameter, info))
    return Row(names, _value(parameter, info), _prose(info.help or ""), _default(parameter, info))


def _names(parameter: ParamMeta, info: OptionInfo) -> list[str]:
    if info.param_decls:
        return list(info.param_decls)
    name = parameter.name.replace("_", "-")
    return [f"--{name}", f"--no-{name}"] if parameter.annotation is bool else [f"--{name}"]


def _value(parameter: ParamMeta, info: OptionInfo) -> str:
    """What may be written behind an option's name."""
    kind = _type_of(parameter)
    if issubclass(kind, Enum):
        return ", ".join(f"`{each.value}`" for each in kind)
    placeholder = _placeholder(parameter, info)
    if not placeholder:
        return ""
    least = "" if info.min is None else f" from {info.min}"
    most = "" if info.max is None else f" to {info.max}"
    return f"`{_cell(placeholder)}`{least}{most}"


def _placeholder(parameter: ParamMeta, info: OptionInfo) -> str:
    kind = _type_of(parameter)
    if info.metavar or kind is bool:
        return info.metavar or ""
    return kind.__name__.upper() if issubclass(kind, Enum) else _PLACEHOLDERS[kind]


def _type_of(parameter: ParamMeta) -> type:
    """Its type, of `int | None` the int."""
    kinds: tuple[type, ...] = get_args(parameter.annotation) or (parameter.annotation,)
    return next(kind for kind in kinds if kind is not NoneType)


def _default(parameter: ParamMeta, info: ArgumentInfo | OptionInfo) -> str:
    default = info.default
    if default is ...:
        return "required"
    if isinstance(info.show_default, str):
        return _cell(info.show_default)
    if default is None or not info.show_default:
        return ""
    if isinstance(info, OptionInfo) and parameter.annotation is bool:
        names = _names(parameter, info)
        return f"`{names[not default]}`" if len(names) == 2 else ""
    return f"`{default.value if isinstance(default, Enum) else default}`"


def _prose(text: str) -> str:
    """Help as Markdown: in one line, its options as code."""
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"`\g<0>`", _cell(" ".join(text.split())))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _panels_of_several(commands: list[Command]) -> dict[str, tuple[Row, ...]]:
    """Panels that are the same in more than one command: they are said once."""
    panels = [item for each in commands for item in each.panels.items()]
    return {
        panel: rows
        for panel, rows in panels
        if panel != OWN_OPTIONS and panels.count((panel, rows)) > 1
    }


def _list_of(commands: list[Command]) -> str:
    lines = ["| command | what it does |", "| --- | --- |"]
    lines += [f"| [`{each.name}`]({_anchor(each.name)}) | {each.summary} |" for each in commands]
    return "\n".join(lines) + "\n"


def _section(command: Command, shared: dict[str, tuple[Row, ...]]) -> str:
    parts = [f"## {command.name}", command.summary]
    if command.details:
        parts.append(command.details)
    parts.append(f"```text\n{command.usage}\n```")
    parts.append(f"Example:\n\n```text\n{command.example}\n```")
    if command.arguments:
        lines = ["| argument | meaning |", "| --- | --- |"]
        lines += [f"| `{row.names}` | {row.meaning} |" for row in command.arguments]
        parts.append("\n".join(lines))
    for panel, rows in command.panels.items():
        if panel not in shared:
            table = _table(rows).rstrip()
            parts.append(table if panel == OWN_OPTIONS else f"**{panel}**\n\n{table}")
    links = [f"[{name}]({_anchor(name)})" for name in command.panels if name in shared]
    if links:
        parts.append(f"And the options of {' and '.join(links)}.")
    return "\n\n".join(parts) + "\n"


def _table(rows: tuple[Row, ...]) -> str:
    lines = ["| option | value | meaning | default |", "| --- | --- | --- | --- |"]
    lines += [f"| {row.names} | {row.value} | {row.meaning} | {row.default} |" for row in rows]
    return "\n".join(lines) + "\n"


def _anchor(heading: str) -> str:
    return "#" + heading.lower().replace(" ", "-")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
