import type { UseQueryResult } from '@tanstack/react-query';
import type { Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useInName } from '../../frame/agent.js';
import { useWho } from '../../session.js';
import { useFormat } from '../format.js';

type Overview = Schema<'OverviewResponse'>;
type Counts = readonly Schema<'StatusCountResponse'>[];

/** Statuses of applications that wait for an underwriter, and for the agent's documents. */
export const WITH_UNDERWRITER = '30';
export const DOCUMENTS_ASKED = '11';

/** Loads the figures of the overview, which the menu and filters show too. Accounting has none. */
function useOverview(agentCode?: string, isWanted = true): UseQueryResult<Result<Overview>, Problem> {
  const { agent } = useInName();
  const { role } = useWho();
  return useGet('/backoffice-api/overview', { query: { agentCode: agent ?? agentCode }, enabled: isWanted && role !== 'accounting' });
}

/** Counts what waits for the role, by the page that lists it. */
export function useWaitingCounts(): Readonly<Record<string, number>> {
  const { role } = useWho();
  const { data } = useOverview(undefined, role !== 'agent');
  const { underwriting, issuing } = data?.body ?? {};
  const referrals = underwriting?.referrals.items.filter(({ status }) => status === WITH_UNDERWRITER) ?? [];
  return {
    '/referrals': referrals.reduce((sum, { count }) => sum + count, 0),
    '/suspense': issuing?.suspense.count ?? 0,
    '/messages': issuing?.messages.reduce((sum, { count }) => sum + count, 0) ?? 0,
    '/service-requests': issuing?.serviceRequests.count ?? 0,
  };
}

/** Returns the statuses that occur, with their titles and counts, as the choices of a filter. */
export function useStatusChoices(): readonly (readonly [status: string, title: string])[] {
  const { data } = useOverview();
  const { number } = useFormat();
  const { underwriting, issuing, portfolio } = data?.body ?? {};
  const counts: Counts = (underwriting ?? issuing ?? portfolio)?.applications ?? [];
  const statuses = [...new Set(counts.map(({ status }) => status))].sort();
  return statuses.map((status) => {
    const rows = counts.filter((row) => row.status === status);
    return [status, `${rows[0]!.statusTitle} (${number(rows.reduce((sum, { count }) => sum + count, 0))})`];
  });
}

/** Returns the rules that referred what waits, as the choices of a filter. */
export function useReasonChoices(): readonly (readonly [code: string, title: string])[] {
  const { data } = useOverview();
  return data?.body.underwriting?.referrals.reasons.map(({ code, text }) => [code, `${code} ${text}`]) ?? [];
}
