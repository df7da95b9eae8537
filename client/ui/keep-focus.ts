const places = 'section, [role=region], [role=search], [role=group], form, ul, ol, table, li, tr, article';

/**
 * Ref of an element that may disappear while it has the focus, e.g. a button that has done its work. The closest
 * place around it that is left takes the focus: a second Enter does nothing there, and Tab goes on from there.
 * Dialogs take care of their own focus.
 */
export function keepFocus(element: HTMLElement | null) {
  return () => {
    if (!element || document.activeElement !== element || element.closest('[role=dialog]')) return;
    const around: HTMLElement[] = [];
    for (let node = element.parentElement; node; node = node.parentElement) {
      if (node.matches(places)) around.push(node);
    }
    // A task later, when the element is gone and nothing else has taken the focus.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const place = around.find(({ isConnected }) => isConnected) ?? document.querySelector('main h1');
      if (place instanceof HTMLElement) focusPlace(place);
    });
  };
}

function focusPlace(place: HTMLElement) {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
