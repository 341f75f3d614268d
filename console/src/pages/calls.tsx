import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { useFormat } from '../parts/format.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';

/** A call with the fields that staff and agents see. */
export type Call = Omit<Schema<'StaffCallResponse'>, 'programId'>;

/** Returns the columns that both staff and agents see. */
export function useCallColumns(): readonly Column<Call>[] {
  const { moment, number } = useFormat();
  return [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'call.route', text: ({ method, route }) => `${method} ${route}` },
    {
      title: 'column.status',
      text: ({ status }) => String(status),
      show: ({ status }) => <span className={`tag ${status < 400 ? 'good' : 'bad'}`}>{status}</span>,
    },
    { title: 'call.error', text: ({ errorCode }) => errorCode ?? '' },
    { title: 'call.ms', text: ({ durationMs }) => number(durationMs), isNumber: true },
    { title: 'call.repeats', text: ({ repeats }) => number(repeats), isNumber: true },
    { title: 'key.prefix', text: ({ keyPrefix }) => keyPrefix },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '' },
    { title: 'call.requestId', text: ({ requestId }) => requestId, show: ({ requestId }) => <span className="small">{requestId}</span> },
  ];
}

/** Filters for both staff and agents. */
export const CALL_FILTERS = [
  { name: 'status', label: 'column.status' },
  { name: 'route', label: 'call.route' },
  { name: 'from', label: 'filter.from', type: 'date' },
  { name: 'to', label: 'filter.to', type: 'date' },
] as const satisfies readonly Filter[];

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

/** Returns a unique key: a row may represent several refusals, so ids can repeat. */
export const keyOfCall = ({ requestId, at, route }: Call): string => `${requestId} ${at} ${route}`;
