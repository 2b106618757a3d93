"""The text of `--help`: plain, with a section per group of options, and examples at the end.

Typer would draw boxes with rich. They need four columns, which wrap into each other on a narrow
terminal and cannot be copied, and rich takes longer to import than everything else that `--help`
needs. Only the classes of typer are extended here; click's formatter does the layout.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from thalweg.visible_text import visible

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"
# Typer has a copy of click, or imports click, depending on its version.
ClickException: Final[Any] = typer.BadParameter.__mro__[2]
_BETWEEN: Final = re.compile(r"([\d.]+)<=x<=([\d.]+)(?=\]$)")
_AT_LEAST: Final = re.compile(r"(?:; )?x>=?[\d.]+\]$")
_IN_PARENTHESES: Final = re.compile(r"\[default: \((.*?)\)(; [^()]*)?\]$")
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
                text = _in_words(record[1])
                sections[ARGUMENTS].append((f"{parameter.metavar}{several}", text))
            else:
                panel = getattr(parameter, "rich_help_panel", None) or OPTIONS
                sections.setdefault(panel, []).append((record[0], _in_words(record[1])))
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    # A first column of at most a third, so that the text next to it stays readable.
                    formatter.write_dl(records, col_max=min(30, formatter.width // 3 + 2))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line, arguments as the list below it writes them."""
        return [
            piece.strip("{}").replace("}...", "...") for piece in super().collect_usage_pieces(ctx)
        ]

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


def _in_words(text: str) -> str:
    """Return the help of an option with its default and its limits as a person writes them.

    Examples
    --------
    >>> _in_words("Number of threads.  [default: (all cores); x>=1]")
    'Number of threads.  [default: all cores]'
    >>> _in_words("Decimals.  [default: 5; 1<=x<=7]"), _in_words("Words.  [x>=1]")
    ('Decimals.  [default: 5; from 1 to 7]', 'Words.')
    """
    text = _BETWEEN.sub(r"from \1 to \2", text)
    text = _AT_LEAST.sub("]", text).removesuffix("  []")
    return _IN_PARENTHESES.sub(r"[default: \1\2]", text)


def help_command(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="Command to explain.", show_default=False),
    ] = None,
) -> None:
    """Show the help of a command, or the list of commands."""
    found: Any = context.parent
    for name in names or []:
        command = getattr(found.command, "commands", {}).get(name)
        if command is None:
            found.command.resolve_command(found, [name])  # reports it, with names like it
            raise typer.BadParameter(f"there is no command {name!r}", param_hint="COMMAND")
        found = type(context)(command, info_name=name, parent=found, **CONTEXT)
    typer.echo(found.get_help())


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
        command.__name__.removesuffix("_command").replace("_", "-"),
        cls=HelpCommand,
        # The whole first line: click would cut it after 45 characters.
        short_help=(command.__doc__ or "").partition("\n")[0],
        epilog=examples.strip(),
        context_settings=CONTEXT,
    )(command)
