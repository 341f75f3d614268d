import { useEffect, useRef } from 'react';

/** Actions of a page's shortcuts, by the Latin letter or digit of the key. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Binds keys of a page. Ignored while typing and in dialogs. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const work = latest.current[latinOf(event)];
      if (work === undefined || isElsewhere(event)) return;
      event.preventDefault();
      work();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** A Greek keyboard types `α` for `a`, so the position of the key counts. */
function latinOf({ key, code }: KeyboardEvent): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return (/^[\x20-\x7e]$/.test(key) || place === undefined ? key : place).toLowerCase();
}

/** Whether the key belongs to a field, a dialog or the browser. */
function isElsewhere({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isInField = (target as HTMLElement).closest('input, textarea, select, [contenteditable]') !== null;
  return isInField || ctrlKey || metaKey || altKey || document.querySelector('[role=dialog]') !== null;
}
