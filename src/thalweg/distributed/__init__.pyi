from .cluster_engine import Simulation
from .files.infer_files import FileProgress, evaluate, infer
from .files.read_files import read
from .ray_engine import Ray
from .rounds import RoundPolicy

__all__ = ["FileProgress", "Ray", "RoundPolicy", "Simulation", "evaluate", "infer", "read"]
