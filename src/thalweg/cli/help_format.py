"""The text of `--help`: plain, with a section per group of options, and examples at the end.

Typer would draw boxes with rich. They need four columns, which wrap into each other on a narrow
terminal and cannot be copied, and rich takes longer to import than everything else that `--help`
needs. Only the classes of typer are extended here; click's formatter does the layout.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from thalweg.visible_text import visible

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"
# Typer has a copy of click, or imports click, depending on its version.
ClickException: Final[Any] = typer.BadParameter.__mro__[2]
CONTEXT: Final[dict[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class HelpCommand(TyperCommand):
    """A command whose help has sections and examples."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write a list per section: arguments, the command's own options, the shared ones."""
        sections: dict[str, list[tuple[str, str]]] = {ARGUMENTS: [], OPTIONS: []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            if parameter.param_type_name == "argument":
                # Its name only: typer would add the type of the Python parameter.
                several = "..." if parameter.nargs != 1 else ""
                sections[ARGUMENTS].append((f"{parameter.metavar}{several}", record[1]))
            else:
                panel = getattr(parameter, "rich_help_panel", None) or OPTIONS
                sections.setdefault(panel, []).append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    # A first column of at most a third, so that the text next to it stays readable.
                    formatter.write_dl(records, col_max=min(30, formatter.width // 3 + 2))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples, one per line and never wrapped, so that they can be copied."""
        if self.epilog:
            with formatter.section("Examples"):
                for example in self.epilog.splitlines():
                    formatter.write(f"  {example}\n")


class HelpGroup(TyperGroup):
    """A group whose errors of usage show control characters of arguments as escapes."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Parse the options before the command."""
        with _visible_errors():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _visible_errors():
            return super().invoke(ctx)


@contextmanager
def _visible_errors() -> Iterator[None]:
    try:
        yield
    except ClickException as error:
        error.message = visible(error.message)
        raise


def new_group(name: str, text: str | None = None) -> typer.Typer:
    """Return a group of commands with plain help; the text says what they are for."""
    return typer.Typer(
        name=name,
        cls=HelpGroup,
        help=text,
        short_help=text,
        no_args_is_help=True,
        rich_markup_mode=None,
        # A traceback is for a bug report: plain text that survives being pasted.
        pretty_exceptions_enable=False,
        context_settings=CONTEXT,
    )


def add_command(group: typer.Typer, command: Callable[..., None], examples: str) -> None:
    """Add a command under the name of its function, with examples, one per line."""
    group.command(
        command.__name__.replace("_", "-"),
        cls=HelpCommand,
        # The whole first line: click would cut it after 45 characters.
        short_help=(command.__doc__ or "").partition("\n")[0],
        epilog=examples.strip(),
        context_settings=CONTEXT,
    )(command)
