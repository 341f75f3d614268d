import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useErrorHelp } from './error-help.js';
import { useFormat } from './format.js';
import type { Column, Filter } from './list-page.js';

/** A call with the fields that staff and agents see. */
export type Call = Omit<Schema<'StaffCallResponse'>, 'programId'>;

/** First characters of a request id that the list shows. */
const SHOWN_ID = 8;

/** Returns the columns that both staff and agents see. The calls are those of the page. */
export function useCallColumns(calls: readonly Call[] | undefined): readonly Column<Call>[] {
  const help = useErrorHelp((calls ?? []).map(({ errorCode }) => errorCode));
  const { second, number } = useFormat();
  return [
    { title: 'column.at', text: ({ at }) => second(at) },
    { title: 'call.route', text: ({ method, route }) => `${method} ${route}` },
    {
      title: 'column.status',
      text: ({ status }) => String(status),
      show: StatusCode,
    },
    {
      title: 'call.error',
      text: ({ errorCode }) => (errorCode === null ? '' : [errorCode, help.get(errorCode)?.title].filter(Boolean).join(' ')),
    },
    { title: 'call.ms', text: ({ durationMs }) => number(durationMs), isNumber: true },
    { title: 'call.repeats', text: ({ repeats }) => number(repeats), isNumber: true },
    { title: 'key.prefix', text: ({ keyPrefix }) => keyPrefix },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '' },
    {
      title: 'call.requestId',
      text: ({ requestId }) => requestId,
      show: ({ requestId }) => (
        <code className="small" title={requestId}>
          {requestId.slice(0, SHOWN_ID)}…
        </code>
      ),
      isWhole: true,
    },
  ];
}

export function StatusCode({ status }: { readonly status: number }): ReactNode {
  return <span className={`tag ${status < 400 ? 'good' : 'bad'}`}>{status}</span>;
}

/** Returns a call of an agent's programs with the names of the back office. */
export function toCall({ at, environment, method, route, status, repeats, address, ...of }: Schema<'CallResponse'>): Call {
  const named = { requestId: of.request_id, keyPrefix: of.key_prefix, agentCode: of.agent_code };
  return { at, environment, method, route, status, repeats, address, ...named, errorCode: of.error_code, durationMs: of.duration_ms };
}

/** Classes of status, and the statuses that people look for. */
const STATUSES = ['2xx', '4xx', '5xx', '400', '401', '403', '404', '409', '412', '429', '499', '500', '503'];

/** Filters for both staff and agents. */
export const CALL_FILTERS = [
  { name: 'status', label: 'column.status', choices: STATUSES.map((status) => [status, status] as const) },
  { name: 'route', label: 'call.route' },
  { name: 'from', label: 'filter.from', type: 'date' },
  { name: 'to', label: 'filter.to', type: 'date' },
] as const satisfies readonly Filter[];

/** Returns a unique key: a row may represent several refusals, so ids can repeat. */
export const keyOfCall = ({ requestId, at, route }: Call): string => `${requestId} ${at} ${route}`;
