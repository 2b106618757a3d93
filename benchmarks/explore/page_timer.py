"""Times on screen: from an action of the user to the change that it makes, in the browser."""

from __future__ import annotations

from typing import Any

SCRIPT = """
window.firstTopics = new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('aside .topic-choice')) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
});
window.timed = (action, shows) => new Promise((resolve, reject) => {
  const began = performance.now();
  const done = () => {
    if (!shows()) return false;
    observer.disconnect();
    clearTimeout(late);
    resolve(performance.now() - began);
    return true;
  };
  const observer = new MutationObserver(done);
  const late = setTimeout(() => {
    observer.disconnect();
    reject(new Error('nothing came: ' + shows));
  }, 10000);
  observer.observe(document.documentElement,
    { subtree: true, childList: true, characterData: true, attributes: true });
  action();
  done();
});
window.choices = () => [...document.querySelectorAll('aside .topic-choice')];
window.go = (fragment) => {
  history.pushState(null, '', fragment ? '#' + fragment : location.pathname);
  dispatchEvent(new PopStateEvent('popstate'));
};
window.typed = (selector, text) => {
  const field = document.querySelector(selector);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
"""

_SELECT = """([k]) => timed(
  () => go('topic=' + k),
  () => document.querySelector(`article[aria-label='Topic ${k}'] .related`))"""
_SEARCH = """([word]) => timed(
  () => typed('#query', word),
  () => document.querySelector('.search mark')?.textContent.toLowerCase().startsWith(word))"""
_DOCUMENT = """([row]) => timed(
  () => go('document=' + row),
  () => document.querySelector('article.document .text, article.document .words'))"""
_ADD = """async ([word]) => {
  const before = document.querySelector('nav').textContent;
  const began = performance.now();
  const acknowledged = await timed(
    () => document.querySelector('.steering form button[type=submit]').click(),
    () => document.querySelector('.banner.calm'));
  const said = document.querySelector('.banner.calm').textContent;
  if (!said.startsWith('Add ' + word)) throw new Error(said);
  await timed(() => {}, () => document.querySelector('nav').textContent !== before);
  return [acknowledged, performance.now() - began];
}"""
_DISMISS = """() => [...document.querySelectorAll('.banner.calm button')]
  .filter((b) => b.textContent === 'Dismiss').forEach((b) => b.click())"""


class PageTimer:
    """Does what a user does in a page, and returns the milliseconds that it took."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def first_topics(self) -> float:
        """From the beginning of loading to the first topics."""
        return float(self._page.evaluate("firstTopics"))

    def topics(self) -> list[int]:
        """Return the numbers of the topics."""
        found: list[int] = self._page.evaluate(
            "choices().map((c) => parseInt(c.querySelector('.number').textContent))"
        )
        return found

    def words(self) -> list[str]:
        """Return the first words of the topics that are shown."""
        found: list[str] = self._page.evaluate(
            "choices().flatMap((c) => c.querySelector('.words').textContent.split(' ').slice(0, 3))"
        )
        return found

    def select(self, topic: int) -> float:
        """Choose a topic; until its words and documents are there."""
        return float(self._page.evaluate(_SELECT, [topic]))

    def document(self, row: int) -> float:
        """Open a document; until its text is there."""
        return float(self._page.evaluate(_DOCUMENT, [row]))

    def search(self, word: str) -> float:
        """Search for a word; until documents with it are there."""
        self._page.evaluate("go('view=documents')")
        self._page.locator("#query").wait_for()
        return float(self._page.evaluate(_SEARCH, [word]))

    def add(self, topic: int, word: str) -> tuple[float, float]:
        """Add a word to a topic; until the page says so, and until the list of topics shows it."""
        self.select(topic)
        self._page.evaluate("word => typed('input[name=words]', word)", word)
        self._page.evaluate(_DISMISS)
        self._page.wait_for_timeout(50)
        acknowledged, settled = self._page.evaluate(_ADD, [word])
        return float(acknowledged), float(settled)

    def heap_bytes(self) -> int:
        """Return the size of the page's objects after a collection of garbage."""
        session = self._page.context.new_cdp_session(self._page)
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
        used = int(session.send("Runtime.getHeapUsage")["usedSize"])
        session.detach()
        return used
