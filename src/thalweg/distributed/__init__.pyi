from .cluster_engine import Simulation
from .files.infer_files import FileProgress, evaluate, infer
from .files.read_files import read
from .partitioned import fit_partitioned
from .partitioned_run import PartitionedProgress
from .ray_engine import Ray
from .rounds import RoundPolicy

__all__ = [
    "FileProgress",
    "PartitionedProgress",
    "Ray",
    "RoundPolicy",
    "Simulation",
    "evaluate",
    "fit_partitioned",
    "infer",
    "read",
]
