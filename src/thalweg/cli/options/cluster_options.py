"""Options of commands that can run on a Ray cluster."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from thalweg.distributed import Ray

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
class ClusterOptions:
    """The options of `thalweg train` about the cluster."""

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


def build_engine(options: ClusterOptions, threads: int | None) -> "Ray | None":
    """Return the engine that the options ask for; None for this process."""
    if options.ray is None:
        for name in ("workers", "mode"):
            if getattr(options, name) != getattr(ClusterOptions, name):
                raise typer.BadParameter(
                    f"{getattr(options, name)} needs a cluster; give its address with --ray, or "
                    "leave the option out",
                    param_hint=f"--{name}",
                )
        return None
    if options.mode not in ("rounds", "exact"):
        raise typer.BadParameter(
            f"{options.mode} is not a mode; expected rounds or exact", param_hint="--mode"
        )
    from thalweg.distributed import Ray

    return Ray(
        options.ray, n_workers=options.workers, mode=options.mode, threads_per_worker=threads
    )
