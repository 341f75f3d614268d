import type { Bundle, Need } from './tariff-model.js';

export type NeedState = 'MET' | 'ADDABLE' | 'UNMET';

export function getNeedState({ covers }: Need, included: ReadonlySet<string>, addable: ReadonlySet<string>): NeedState {
  if (covers.every((code) => included.has(code))) return 'MET';
  return covers.every((code) => included.has(code) || addable.has(code)) ? 'ADDABLE' : 'UNMET';
}

export function getBundleNeedState(need: Need, { included, addable }: Bundle): NeedState {
  return getNeedState(need, new Set(included), addable);
}
