"""Options of commands that can run on a Ray cluster."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options.grouped_options import typed_options
from thalweg.cli.options.reading_options import FileOptions

if TYPE_CHECKING:
    from thalweg.distributed import FileProgress, Ray

CLUSTER: Final = "Cluster"

RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Use the Ray cluster at this address: auto, HOST:PORT or ray://HOST:PORT; local "
        "starts one on this machine.",
        show_default="this process",
        rich_help_panel=CLUSTER,
    ),
]


@dataclass(frozen=True)
class FilesOnCluster:
    """The options of commands that can work on many files on a cluster."""

    ray: RayAddress = None
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            min=1,
            metavar="N",
            help="Number of workers on the cluster.",
            show_default="one per machine",
            rich_help_panel=CLUSTER,
        ),
    ] = None


@dataclass(frozen=True)
class ClusterOptions(FilesOnCluster):
    """The options of `thalweg train` about the cluster."""

    mode: Annotated[
        str,
        typer.Option(
            "--mode",
            metavar="rounds|exact",
            help="rounds merges what workers learn on their own; exact gives the same model as one "
            "machine, bit for bit, with more traffic.",
            rich_help_panel=CLUSTER,
        ),
    ] = "rounds"


def _has_address(options: FilesOnCluster) -> bool:
    """Whether there is a cluster; BadParameter for options that need one."""
    if options.ray is not None:
        return True
    for field in fields(options):
        if (value := getattr(options, field.name)) != field.default:
            raise typer.BadParameter(
                f"{value} needs a cluster; give its address with --ray, or leave the option out",
                param_hint=f"--{field.name}",
            )
    return False


def build_engine(options: ClusterOptions, threads: int | None) -> "Ray | None":
    """Return the engine that the options ask for; None for this process."""
    if not _has_address(options):
        return None
    if options.mode not in ("rounds", "exact"):
        raise typer.BadParameter(
            f"{options.mode} is not a mode; expected rounds or exact", param_hint="--mode"
        )
    from thalweg.distributed import Ray

    return Ray(
        options.ray, n_workers=options.workers, mode=options.mode, threads_per_worker=threads
    )


def is_on_cluster(
    options: FilesOnCluster,
    *groups: Any,
    supported: tuple[str, ...] = ("column", "metadata", "threads"),
    **others: bool,
) -> bool:
    """Whether a command works on a cluster; BadParameter for options that it does not have there.

    Of the groups of options, the fields in `supported` may be given. Of the other options, none
    may be true.
    """
    if not _has_address(options):
        return False
    given = [f"--{name}".replace("_", "-") for name, is_given in others.items() if is_given]
    for group in groups:
        usual = {each.name: each.default for each in fields(group) if each.name in supported}
        given += typed_options(replace(group, **usual))[:1]
    if given:
        raise typer.BadParameter(
            "not supported on a cluster; leave the option out, or leave out --ray",
            param_hint=given[0],
        )
    return True


def one_or_all(paths: Sequence[str]) -> str | list[str]:
    """Return the only path, which may be a pattern or a folder, or a list of files."""
    return paths[0] if len(paths) == 1 else list(paths)


@contextmanager
def files_on_cluster(options: FilesOnCluster, files: FileOptions) -> Iterator[dict[str, Any]]:
    """Yield the arguments of functions of `thalweg.distributed`; show how many files are done."""
    from thalweg.cli.output import note
    from thalweg.training.reporting.progress_line import ProgressLine, live_line

    # Ray prints what happens to its workers to standard output, which is for the result.
    with redirect_stdout(sys.stderr), live_line(note=note) as live:

        def show(now: "FileProgress") -> None:
            position = f"{now.n_files:,}/{now.total_files:,} files"
            share = now.n_files / now.total_files
            live.show(ProgressLine(position, f"{now.n_documents:,} documents", "", share))

        read = files.of_files()
        yield {name: read[name] for name in ("column", "metadata") if name in read} | {
            "address": options.ray,
            "n_workers": options.workers,
            "threads_per_worker": files.threads,
            "progress": show,
        }
