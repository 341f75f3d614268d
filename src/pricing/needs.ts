import type { Bundle, Need } from './tariff-model.js';

/** Whether a bundle meets a need, meets it with covers that can be added, or cannot meet it. */
export type NeedState = 'MET' | 'ADDABLE' | 'UNMET';

export function getNeedState({ covers }: Need, included: ReadonlySet<string>, addable: ReadonlySet<string>): NeedState {
  if (covers.every((code) => included.has(code))) return 'MET';
  return covers.every((code) => included.has(code) || addable.has(code)) ? 'ADDABLE' : 'UNMET';
}

export function getBundleNeedState(need: Need, { included, addable }: Bundle): NeedState {
  return getNeedState(need, new Set(included), addable);
}
