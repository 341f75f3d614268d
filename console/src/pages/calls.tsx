import type { ReactNode } from 'react';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { CALL_FILTERS, keyOfCall, useCallColumns, type Call } from '../parts/call-list.js';
import { List, queryOf, type Column } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';

export function CallsPage(): ReactNode {
  const t = useText();
  const search = useListSearch();
  const page = useGet('/backoffice-api/calls', { query: queryOf(search), keepsPrevious: true });
  const columns: readonly Column<Call>[] = [
    ...useCallColumns(),
    { title: 'environment', text: ({ environment }) => environment },
    { title: 'column.address', text: ({ address }) => address ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.calls')} />
      <List
        name="nav.calls"
        page={page}
        search={search}
        columns={columns}
        filters={[
          { name: 'agentCode', label: 'filter.agent' },
          { name: 'keyPrefix', label: 'key.prefix' },
          { name: 'requestId', label: 'call.requestId' },
          ...CALL_FILTERS,
        ]}
        keyOf={keyOfCall}
      />
    </>
  );
}
