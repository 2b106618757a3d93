"""The explorer in a notebook: a widget that shows the page, answered by the kernel.

There is no server, no port and no token: messages take the way of all widgets of the notebook.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from weakref import WeakKeyDictionary, ref

from thalweg.errors import InputError
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.hosts.finished_session import corpus_of
from thalweg.explore.hosts.kernel_connection import KernelConnection
from thalweg.explore.session import Session

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as _missing:
    raise InputError(
        f"explore() needs the package {_missing.name}; install it with: pip install "
        "'thalweg[notebook]'"
    ) from None

if TYPE_CHECKING:
    from thalweg.model import TopicModel

_PAGE = files("thalweg.explore") / "page"

_opened: WeakKeyDictionary[TopicModel, ref[_ExplorerWidget]] = WeakKeyDictionary()
"""The last page of each model. Widgets live until they are closed: ipywidgets has a list of all."""


class _ExplorerWidget(anywidget.AnyWidget):
    """The page of the explorer in the output of a cell.

    Parameters
    ----------
    session : Session
        What the page shows; it has been started.
    height : int
        Height in pixels.
    """

    _esm = (_PAGE / "page.js").read_text(encoding="utf-8")
    # Not `_css`, which would apply to the whole notebook: the page has a tree of its own.
    style_sheet = traitlets.Unicode((_PAGE / "page.css").read_text(encoding="utf-8")).tag(sync=True)
    height = traitlets.Int(720).tag(sync=True)
    # Views of the same page in several places share what they show.
    key = traitlets.Unicode().tag(sync=True)

    def __init__(self, session: Session, height: int) -> None:
        super().__init__(height=height, key=uuid4().hex)
        self.session: Session = session
        self._connection = KernelConnection(session, self._send_to_page)
        self.on_msg(self._on_message)

    def close(self) -> None:
        """End training and remove the page."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()
            self.session.close()
        super().close()

    def _on_message(self, _: Any, message: Any, buffers: Any) -> None:
        self._connection.receive(message)

    def _send_to_page(self, text: str, files: list[bytes]) -> None:
        self.send({"message": text}, files)


# The return type is Any, as in LDA.explore: the base class of all widgets has an unknown type.
def explore(model: TopicModel, X: Any, *, title: str = "documents", height: int = 720) -> Any:
    """Return a widget that shows a model and its documents; a new model is trained meanwhile.

    The page of the same model that was opened before is closed, so that nothing of it remains when
    a cell is run again. If the model was still being trained there, training begins again.
    """
    if not isinstance(height, int) or height < 200:
        raise InputError(f"`height` is {height!r}; expected a number of pixels from 200 on")
    corpus = corpus_of(model, X)
    before = _opened.pop(model, None)
    widget = None if before is None else before()
    session = Session(DocumentReader.of_corpus(corpus, title), model)
    if widget is not None:
        session.is_trained = widget.session.has_trained  # an unfinished run begins again
        widget.close()
        widget.session.wait()
    session.start()
    page = _ExplorerWidget(session, height)
    _opened[model] = ref(page)
    return page
