import { createContext, useContext, type ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { listsOf, type Spec } from './draft.js';

type Lists = Schema<'CodeListsResponse'>['lists'];

const NONE: Lists = {};
const ListsContext = createContext<Lists>(NONE);

/** Code lists by name, loaded in one call (console.40); empty until then. */
export function useCodeLists(names: readonly string[]): Lists {
  const found = useGet('/backoffice-api/code-lists', { query: { names: names.join(',') }, enabled: names.length > 0 });
  return found.data?.body.lists ?? NONE;
}

/** Loads the lists and provides them to the fields. */
export function FormLists({ specs, children }: { readonly specs: readonly Spec[]; readonly children: ReactNode }): ReactNode {
  return <ListsContext value={useCodeLists(listsOf(specs))}>{children}</ListsContext>;
}

export function useFormLists(): Lists {
  return useContext(ListsContext);
}
