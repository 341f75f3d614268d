import { useEffect, useState } from 'react';

const PAGE = 'page';

/** Moves the focus to the content of the page. */
export function focusPage(): void {
  document.getElementById(PAGE)?.focus({ preventScroll: true });
}

/** Restores a lost focus: to the first of these elements that can have it, or to the page. */
export function giveFocus(...places: readonly (Element | null | undefined)[]): void {
  setTimeout(() => {
    const now = document.activeElement;
    if (now !== null && now !== document.body && !now.matches(':disabled')) return;
    const place = places.find((one) => one?.isConnected === true && one !== document.body && !one.matches(':disabled'));
    if (place instanceof HTMLElement) place.focus();
    else focusPage();
  });
}

/** Returns the focus to its previous element when a dialog closes. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => giveFocus(before), [before]);
}
