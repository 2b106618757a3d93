"""Tabs in a real browser: reloaded, opened twice, closed, hidden; and a server that is killed."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.explore.browser_page import OPTIONS, Tab, explorer

LISTENING = Path("/proc/net/tcp")


def test_a_reload_and_a_second_tab_show_the_same(finished: str, tab: Tab) -> None:
    tab.open(finished)
    tab.choose(2)
    assert "token" not in tab.page.url
    tab.page.reload()
    tab.page.locator("article[aria-label='Topic 2']").wait_for()
    other = Tab.of(tab.page.context.new_page())
    other.open(finished)
    other.choose(3)
    other.button("Rename").click()
    other.page.fill("input[name=name]", "Seen by both")
    other.page.keyboard.press("Enter")
    tab.expect("Seen by both", "aside strong")
    other.page.close()
    tab.choose(4)
    other.check()


@pytest.mark.skipif(not LISTENING.exists(), reason="connections are counted in /proc")
def test_a_closed_tab_frees_its_connection_and_training_goes_on(folder: Path, tab: Tab) -> None:
    options = (*OPTIONS, "--passes", "100000", "--batch-size", "16")
    with explorer("reports.csv", "-k", "6", *options, cwd=folder) as (_, address):
        port = int(address.split(":")[2].split("/")[0])
        tab.open(address)
        tab.expect("Training · pass", ".status")
        tab.view("Training")
        other = Tab.of(tab.page.context.new_page())
        other.open(address)
        _wait_for_connections(tab, port, 2)
        other.page.close()
        _wait_for_connections(tab, port, 1)
        visited = tab.page.locator(".numbers div").filter(has_text="documents visited")
        before = visited.locator("dd").inner_text()
        changed = "([field, before]) => field.innerText !== before"
        field = visited.locator("dd").element_handle()
        tab.page.wait_for_function(changed, arg=[field, before])
        other.check()


def test_a_hidden_tab_takes_no_frames_until_it_is_shown(folder: Path, tab: Tab) -> None:
    frames: list[str] = []
    tab.page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived", lambda text: frames.append(str(text)[:20]) if '"frame"' in text else 0
        ),
    )
    options = (*OPTIONS, "--passes", "100000", "--batch-size", "16")
    with explorer("reports.csv", "-k", "6", *options, cwd=folder) as (_, address):
        tab.open(address)
        tab.expect("Training · pass", ".status")
        _hide(tab, hidden=True)
        tab.page.wait_for_timeout(1000)  # frames that were on their way
        n = len(frames)
        tab.page.wait_for_timeout(3000)
        assert len(frames) == n
        _hide(tab, hidden=False)
        deadline = time.monotonic() + 20
        while len(frames) < n + 3:
            assert time.monotonic() < deadline
            tab.page.wait_for_timeout(50)


def test_the_page_says_that_the_server_is_gone_and_works_with_another(
    folder: Path, tab: Tab
) -> None:
    with explorer("r.model", "reports.csv", cwd=folder) as (process, address):
        tab.open(address)
        process.send_signal(signal.SIGKILL)
        tab.expect("not reachable", ".banner")
        tab.picture("server-gone")
    port = address.split(":")[2].split("/")[0]
    with explorer("r.model", "reports.csv", "--port", port, cwd=folder) as (_, again):
        # Another server has another token: the old tab keeps what it has, and says what to do.
        tab.expect("Use the address that it printed", ".banner")
        assert tab.page.locator("aside .topic-choice").count() == 6
        tab.picture("server-restarted")
        tab.page.goto("about:blank")
        tab.open(again)
        assert tab.page.locator(".banner").count() == 0


def _hide(tab: Tab, *, hidden: bool) -> None:
    """Do what the browser does when another tab is chosen."""
    tab.page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def _wait_for_connections(tab: Tab, port: int, n: int) -> None:
    """Connections of HTTP end after some seconds without a request; those of pages remain."""
    end = re.compile(rf"^\s*\d+: [0-9A-F]+:{port:04X} [0-9A-F]+:[0-9A-F]+ 01 ", re.MULTILINE)
    deadline = time.monotonic() + 30
    while (found := len(end.findall(LISTENING.read_text()))) != n:
        assert time.monotonic() < deadline, found
        tab.page.wait_for_timeout(100)
