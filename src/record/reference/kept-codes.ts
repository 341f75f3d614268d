import { keptCode, type KeptCode } from './reference-lists.js';
import type { ListName } from './registry.js';

/** The codes in the named fields, each of its list; a list of codes counts code by code. */
export function codesIn<Owner extends object>(owner: Owner, lists: { readonly [Field in keyof Owner]?: ListName }): KeptCode[] {
  return (Object.entries(lists) as [keyof Owner, ListName][]).flatMap(([field, list]) => {
    const value = owner[field];
    const codes: readonly unknown[] = Array.isArray(value) ? value : [value];
    return codes.flatMap((code) => (typeof code === 'string' || typeof code === 'number' ? [keptCode(list, code)] : []));
  });
}
