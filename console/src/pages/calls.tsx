import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { CALL_FILTERS, keyOfCall, useCallColumns, type Call } from '../parts/call-list.js';
import { agentFilter } from '../parts/line-filters.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';

export function CallsPage(): ReactNode {
  const t = useText();
  const list = useList('/backoffice-api/calls');
  const columns: readonly Column<Call>[] = [
    ...useCallColumns(list.page.data?.body.items),
    { title: 'environment', text: ({ environment }) => environment },
    { title: 'column.address', text: ({ address }) => address ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.calls')} />
      <List
        name="nav.calls"
        {...list}
        columns={columns}
        filters={[
          agentFilter(),
          { name: 'keyPrefix', label: 'key.prefix' },
          { name: 'requestId', label: 'call.requestId' },
          { name: 'errorCode', label: 'call.error' },
          ...CALL_FILTERS,
        ]}
        keyOf={keyOfCall}
        linkOf={({ requestId }) => `/calls/${requestId}`}
      />
    </>
  );
}
