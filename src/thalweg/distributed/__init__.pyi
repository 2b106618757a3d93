from .cluster_engine import Simulation
from .infer_files import FileProgress, evaluate, infer
from .ray_engine import Ray
from .read_files import read
from .rounds import RoundPolicy

__all__ = ["FileProgress", "Ray", "RoundPolicy", "Simulation", "evaluate", "infer", "read"]
