/** A message about something done, with a link to its object. */
export interface Toast {
  readonly text: string;
  readonly to?: string;
  /** Restores what was before; `key` is the idempotency key of that call. */
  readonly undo?: (key: string) => Promise<unknown>;
}

export interface ShownToast extends Toast {
  readonly id: number;
}

const state: { toasts: readonly ShownToast[]; lastId: number } = { toasts: [], lastId: 0 };
const watchers = new Set<() => void>();

function change(toasts: readonly ShownToast[]): void {
  state.toasts = toasts;
  for (const watcher of watchers) watcher();
}

/** The shown toasts, as an observable. */
export const TOASTS = {
  get: (): readonly ShownToast[] => state.toasts,
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

export function showToast(toast: Toast): void {
  state.lastId += 1;
  change([...state.toasts, { ...toast, id: state.lastId }]);
}

export function removeToast(id: number): void {
  change(state.toasts.filter((toast) => toast.id !== id));
}
