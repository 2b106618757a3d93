"""The smoke test of the wheels passes here too."""

from tests.packaging import smoke


def test_the_smoke_test_passes(capsys) -> None:
    smoke.main()
    assert "smoke test passed" in capsys.readouterr().out
