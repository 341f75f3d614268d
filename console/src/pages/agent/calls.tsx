import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { CALL_FILTERS, keyOfCall, toCall, useCallColumns, type Call } from '../../parts/call-list.js';
import { List, type Page } from '../../parts/list-page.js';
import { PAGE_ROWS, queryOf, useListSearch } from '../../parts/list-search.js';
import { Usage } from '../../parts/overview/usage.js';
import { PageHead } from '../../parts/page.js';

type Found = Result<Page<Call>>;

/** Calls of the agent's programs, and the rest of the limit. */
export function MyCallsPage(): ReactNode {
  const t = useText();
  const search = useListSearch();
  const query = queryOf(search);
  const page = useQuery<Found, Problem>({
    queryKey: ['my calls', query],
    queryFn: async ({ signal }) => {
      const { body, ...rest } = await call('get', '/auth-api/resources/calls', { query, signal });
      return { ...rest, body: { items: body.map(toCall), start: Number(search.values.start ?? 1), limit: PAGE_ROWS, total: rest.total } };
    },
    placeholderData: (previous: Found | undefined) => previous,
  });
  const keys = useGet('/backoffice-api/api-keys').data?.body.items ?? [];
  const prefixes = new Map([
    ...(page.data?.body.items ?? []).map(({ keyPrefix }) => [keyPrefix, keyPrefix] as const),
    ...keys.map(({ prefix, name }) => [prefix, `${prefix} ${name}`] as const),
  ]);
  return (
    <>
      <PageHead title={t('nav.mine.calls')} about={t('mine.calls.about')} />
      <div className="stack">
        <Usage />
        <List
          name="nav.mine.calls"
          page={page}
          search={search}
          columns={useCallColumns(page.data?.body.items)}
          filters={[
            { name: 'key_prefix', label: 'key.prefix', type: 'search', choices: [...prefixes] },
            { name: 'request_id', label: 'call.requestId' },
            { name: 'error_code', label: 'call.error' },
            ...CALL_FILTERS,
            { name: 'console', label: 'mine.calls.console', none: 'mine.calls.hidden', choices: [['true', t('mine.calls.shown')]] },
          ]}
          keyOf={keyOfCall}
          linkOf={({ requestId }) => `/mine/calls/${requestId}`}
        />
      </div>
    </>
  );
}
