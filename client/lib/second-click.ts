/** Milliseconds between the clicks of a double click, at most. */
const doubleClick = 500;

let lastChange = 0;

/**
 * Call it when a page or a layer comes or goes: the second click of a double click must not press what lies under the
 * pointer only now.
 */
export function ignoreSecondClick(): void {
  lastChange = performance.now();
  window.addEventListener('click', ignore, true); // the same listener is added only once
}

/** A click has the time of the press, which on a slow phone is earlier than the change that it comes after. */
function ignore(event: MouseEvent): void {
  if (event.detail < 2 || event.timeStamp > lastChange + doubleClick) return;
  event.preventDefault();
  event.stopPropagation();
}
