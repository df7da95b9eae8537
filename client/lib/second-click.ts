/** Milliseconds. */
const doubleClick = 500;

/**
 * Call it when a page or a layer comes or goes: the second click of a double click must not press what lies under the
 * pointer only now.
 */
export function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, true);
  setTimeout(() => window.removeEventListener('click', ignore, true), doubleClick);
}
