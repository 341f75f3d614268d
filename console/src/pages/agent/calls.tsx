import type { ReactNode } from 'react';
import { call } from '../../api/client.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { CALL_FILTERS, keyOfCall, toCall, useCallColumns, type Call } from '../../parts/call-list.js';
import { List } from '../../parts/list-page.js';
import { useCountedList } from '../../parts/list-search.js';
import { Usage } from '../../parts/overview/usage.js';
import { PageHead } from '../../parts/page.js';

/** Calls of the agent's programs, and the rest of the limit. */
export function MyCallsPage(): ReactNode {
  const t = useText();
  const { search, page } = useCountedList<Call>('my calls', async (query, signal) => {
    const { body, ...rest } = await call('get', '/auth-api/resources/calls', { query, signal });
    return { ...rest, body: body.map(toCall) };
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
