"""The cluster files of the how-to page: Ray's schema for one, what KubeRay needs of the other."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from thalweg.cli.app import app

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "cluster.md"


def files() -> list[dict[str, Any]]:
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [yaml.safe_load(block) for block in blocks]


def test_the_cluster_file_fits_the_schema_of_ray() -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with ray")
    schema = json.loads((Path(ray.__file__).parent / "autoscaler" / "ray-schema.json").read_text())
    (cluster,) = (file for file in files() if "provider" in file)
    jsonschema.validate(cluster, schema)
    assert cluster["head_node_type"] in cluster["available_node_types"]


def test_the_job_of_kuberay_has_one_template_and_runs_a_command_that_exists() -> None:
    (job,) = (file for file in files() if "kind" in file)
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    cluster = job["spec"]["rayClusterSpec"]
    (workers,) = cluster["workerGroupSpecs"]
    assert workers["template"] == cluster["headGroupSpec"]["template"]
    assert workers["replicas"] <= workers["maxReplicas"]
    command, *arguments = shlex.split(job["spec"]["entrypoint"])
    assert command == "thalweg"
    help_text = CliRunner().invoke(app, [arguments[0], "--help"]).output
    assert all(option in help_text for option in arguments if option.startswith("--"))
