import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { Bars, Tile } from '../../parts/figures.js';
import { useFormat } from '../../parts/format.js';
import { List, queryOf, type Column, type Page } from '../../parts/list-page.js';
import { PAGE_ROWS, useListSearch } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';

type Call = Schema<'CallResponse'>;
type Found = Result<Page<Call>>;

/** What the agent's programs called, and how much of the limit is left. */
export function MyCallsPage(): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const search = useListSearch();
  const query = queryOf(search);
  const page = useQuery<Found, Problem>({
    queryKey: ['my calls', query],
    queryFn: async ({ signal }) => {
      const { body, ...rest } = await call('get', '/auth-api/resources/calls', { query, signal });
      return { ...rest, body: { items: body, start: Number(search.values.start ?? 1), limit: PAGE_ROWS, total: rest.total } };
    },
    placeholderData: (former: Found | undefined) => former,
  });
  const columns: readonly Column<Call>[] = [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'call.route', text: ({ method, route }) => `${method} ${route}` },
    {
      title: 'column.status',
      text: ({ status }) => String(status),
      show: ({ status }) => <span className={`tag ${status < 400 ? 'good' : 'bad'}`}>{status}</span>,
    },
    { title: 'call.error', text: ({ error_code: code }) => code ?? '' },
    { title: 'call.ms', text: ({ duration_ms: ms }) => number(ms), isNumber: true },
    { title: 'call.repeats', text: ({ repeats }) => number(repeats), isNumber: true },
    { title: 'key.prefix', text: ({ key_prefix: prefix }) => prefix },
    { title: 'column.agent', text: ({ agent_code: code }) => code ?? '' },
    { title: 'call.requestId', text: ({ request_id: id }) => id, show: ({ request_id: id }) => <span className="small">{id}</span> },
  ];
  return (
    <>
      <PageHead title={t('nav.mine.calls')} about={t('mine.calls.about')} />
      <div className="stack">
        <Usage />
        <List
          name="nav.mine.calls"
          page={page}
          search={search}
          columns={columns}
          filters={[
            { name: 'status', label: 'column.status' },
            { name: 'route', label: 'call.route' },
            { name: 'request_id', label: 'call.requestId' },
            { name: 'from', label: 'filter.from', type: 'date' },
            { name: 'to', label: 'filter.to', type: 'date' },
          ]}
          keyOf={(row) => `${row.request_id} ${row.at} ${row.route}`}
        />
      </div>
    </>
  );
}

export function Usage(): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const usage = useGet('/auth-api/resources/usage');
  const of = (limit: number | null): string => (limit === null ? t('usage.unlimited') : t('usage.of', { n: number(limit) }));
  return (
    <Loaded of={usage} lines={2}>
      {({ body }) => (
        <div className="stack">
          <div className="tiles">
            <Tile title="usage.hour" value={number(body.used)} note={of(body.limit)} />
            {body.day !== null && <Tile title="usage.day" value={number(body.day.used)} note={of(body.day.limit)} />}
          </div>
          <Bars
            title="usage.services"
            rows={body.services
              .filter(({ used }) => used > 0)
              .map(({ service, used }) => ({ key: service, title: service, value: used, text: number(used) }))}
          />
        </div>
      )}
    </Loaded>
  );
}
