import { createContext, useContext, useMemo, type ReactNode } from 'react';
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

interface FormListsProps {
  readonly specs: readonly Spec[];
  /** Lists that the page has already. */
  readonly given?: Lists;
  readonly children: ReactNode;
}

/** Loads the lists and provides them to the fields. */
export function FormLists({ specs, given = NONE, children }: FormListsProps): ReactNode {
  const loaded = useCodeLists(listsOf(specs));
  const lists = useMemo(() => ({ ...loaded, ...given }), [loaded, given]);
  return <ListsContext value={lists}>{children}</ListsContext>;
}

export function useFormLists(): Lists {
  return useContext(ListsContext);
}
