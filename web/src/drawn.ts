// When a frame has been drawn. Only then may the server send another one.

/** Longest time to wait for the next picture, in ms: a window that others cover may draw none. */
const PATIENCE = 1000;

/**
 * Calls back after the next picture. A hidden tab draws nothing: it is called when the tab is shown again,
 * and takes no time from training until then.
 */
export function whenDrawn(callBack: () => void): void {
  if (document.hidden) {
    const shown = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", shown);
      callBack();
    };
    document.addEventListener("visibilitychange", shown);
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    if (document.hidden) whenDrawn(callBack);
    else callBack();
  };
  const timer = setTimeout(once, PATIENCE);
  requestAnimationFrame(() => setTimeout(once)); // the picture is made between these two
}
