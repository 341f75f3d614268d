import type { Environment } from '../../src/common/environment.js';
import { toLocalDate, toLocalDateTime } from '../../src/common/athens.js';
import type { FireApp } from './fire-app.js';

interface Application {
  readonly id: string;
  readonly line: string;
  readonly status: string;
  readonly agent: string;
  readonly endDate: string;
  readonly gross: string | null;
  readonly renewedBy: string | null;
  readonly cancelsOn: string | null;
  readonly since: Date;
  readonly movedAt: Date;
  readonly owed: string | null;
  /** Number of unpaid refunds. */
  readonly refunds: number;
  readonly messages: readonly { readonly code: string; readonly severity: string }[];
}
interface Receipt {
  readonly applicationId: string;
  readonly kind: string;
  readonly status: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly net: string;
  readonly gross: string;
  readonly changedAt: Date | null;
}
interface Waiting {
  readonly agent: string | null;
  readonly at: Date;
  readonly kind: string;
  readonly amount: string;
}

const APPLICATIONS = `
  SELECT a.id, a.line, a.status, a.agent_code AS agent, a.end_date::text AS "endDate", a.gross, a.renewed_by AS "renewedBy", a.cancels_on::text AS "cancelsOn", a.updated_at AS "movedAt", a.messages,
    (SELECT t.at FROM status_transition t WHERE t.application_id = a.id AND t.from_status <> t.to_status ORDER BY t.id DESC LIMIT 1) AS since,
    (SELECT -sum(e.amount) FROM ledger_entry e JOIN account c ON c.id = e.account_id WHERE c.code = 'customer-payable:' || a.id) AS owed,
    (SELECT count(*)::int FROM refund r WHERE r.application_id = a.id AND r.status IN ('OWED', 'PREPARED')) AS refunds
  FROM application a ORDER BY a.id`;
const RECEIPTS = `
  SELECT application_id AS "applicationId", kind, status, issue_date::text AS "issueDate", due_date::text AS "dueDate", net, gross,
    changed_at AS "changedAt" FROM receipt`;
const SUSPENSE = `
  SELECT coalesce(a.agent_code, b.agent_code) AS agent, s.created_at AS at, '' AS kind, s.amount
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = s.application_id WHERE s.resolved_at IS NULL`;
const MESSAGES = `
  SELECT coalesce(a.agent_code, b.agent_code) AS agent, m.created_at AS at, m.kind, '0' AS amount
  FROM staff_message m LEFT JOIN application a ON a.id = m.application_id LEFT JOIN suspense_item s ON s.id = m.suspense_id
    LEFT JOIN bank_advice b ON b.id = s.advice_id WHERE m.resolved_at IS NULL`;
const TO_SENDERS = `SELECT amount FROM refund WHERE application_id IS NULL AND agent_code IS NULL AND status IN ('OWED', 'PREPARED')`;
const REQUESTS = `SELECT agent_code AS agent, created_at AS at, '' AS kind, '0' AS amount FROM service_request WHERE status = 'OPEN'`;
const AMENDMENTS = `SELECT agent_code AS agent, updated_at AS at, '' AS kind, '0' AS amount FROM amendment WHERE status IN ('30', '11')`;

const BEGUN = ['50', '55', '60', '65'];
const toCents = (amount: string | null): number => Math.round(Number(amount ?? 0) * 100);
const toEuro = (total: number): number => total / 100;
const sumAmounts = (amounts: readonly (string | null)[]): number => toEuro(amounts.reduce((total, amount) => total + toCents(amount), 0));
const toOldest = (moments: readonly Date[]): string | null =>
  moments.length === 0 ? null : toLocalDateTime(new Date(Math.min(...moments.map((moment) => moment.getTime()))));
const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups].sort(([a], [b]) => ascending(a, b));
}

/** Counts applications by the rules that referred them. */
function countReasons(referrals: readonly Application[]): object[] {
  const codes = referrals.flatMap(({ messages }) => [
    ...new Set(messages.filter(({ severity }) => severity === 'referral').map(({ code }) => code)),
  ]);
  const reasons = groupBy(codes, (code) => code).map(([code, of]) => ({ code, count: of.length }));
  return reasons.sort((one, other) => other.count - one.count);
}

function toAgeGroup(now: Date, since: Date): string {
  const hours = (now.getTime() - since.getTime()) / 3_600_000;
  if (hours < 1) return '1 UNDER_1_HOUR';
  if (hours < 4) return '2 UNDER_4_HOURS';
  if (hours < 24) return '3 UNDER_24_HOURS';
  return hours < 72 ? '4 UNDER_3_DAYS' : '5 OVER_3_DAYS';
}

/** Returns the month of the day, minus the months. */
function subtractMonths(day: string, months: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 7);
}

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Calculates row by row what the overview of an agent, or of all agents, must show at `now`. */
export async function countOverview(app: FireApp, environment: Environment, now: Date, agent: string | null = null): Promise<unknown> {
  const own = <T extends { readonly agent: string | null }>(rows: T[]): T[] => rows.filter((row) => agent === null || row.agent === agent);
  const everyApplication = await app.query<Application & Record<string, unknown>>(environment, APPLICATIONS);
  const byId = new Map(everyApplication.map((application) => [application.id, application]));
  const applications = own(everyApplication);
  const receipts = (await app.query<Receipt & Record<string, unknown>>(environment, RECEIPTS)).flatMap((receipt) => {
    const of = byId.get(receipt.applicationId)!;
    return agent === null || of.agent === agent ? [{ ...receipt, line: of.line, movedAt: of.movedAt, cancelsOn: of.cancelsOn }] : [];
  });
  const waiting = async (text: string): Promise<Waiting[]> => own(await app.query<Waiting & Record<string, unknown>>(environment, text));
  const [suspense, messages, requests] = [await waiting(SUSPENSE), await waiting(MESSAGES), await waiting(REQUESTS)];
  const amendments = await waiting(AMENDMENTS);
  const toSenders = agent === null ? (await app.query<{ amount: string }>(environment, TO_SENDERS)).map(({ amount }) => amount) : [];
  const today = toLocalDate(now);
  const referrals = applications.filter(({ status }) => ['30', '11'].includes(status));
  const owed = applications.filter((one) => toCents(one.owed) !== 0);
  const inWindow = (day: string): boolean => day >= today && day <= addDays(today, 30);
  const pending = receipts.filter(({ status, dueDate, cancelsOn }) => status === 'PENDING' && (cancelsOn === null || dueDate < cancelsOn));
  const overdue = pending.filter(({ dueDate }) => dueDate < today);
  const isWaiting = ({ status, endDate, renewedBy, cancelsOn }: Application): boolean =>
    ['50', '55'].includes(status) &&
    cancelsOn === null &&
    inWindow(endDate) &&
    !(renewedBy !== null && BEGUN.includes(byId.get(renewedBy)!.status));
  const movements = receipts.flatMap(({ line, kind, status, issueDate, net, gross, changedAt, movedAt }) => [
    { month: issueDate.slice(0, 7), line, policies: ['NEW', 'RENEWAL'].includes(kind) ? 1 : 0, net: toCents(net), gross: toCents(gross) },
    ...(status === 'CANCELLED'
      ? [{ month: toLocalDate(changedAt ?? movedAt).slice(0, 7), line, policies: 0, net: -toCents(net), gross: -toCents(gross) }]
      : []),
  ]);
  const premium = groupBy(movements, ({ month, line }) => `${month} ${line}`).map(([key, of]) => {
    const total = (field: 'policies' | 'net' | 'gross'): number => of.reduce((sum, movement) => sum + movement[field], 0);
    const [month = '', line] = key.split(' ');
    return { month, line, policies: total('policies'), net: toEuro(total('net')), gross: toEuro(total('gross')) };
  });
  const days = (items: readonly (readonly [day: string, gross: string | null])[]): object[] =>
    groupBy(items, ([day]) => day).map(([date, of]) => ({ date, count: of.length, sum: sumAmounts(of.map(([, gross]) => gross)) }));
  const byStatus = groupBy(applications, ({ status, line }) => `${status} ${line}`).map(([key, of]) => {
    const [status, line] = key.split(' ');
    return { line, status, count: of.length };
  });
  return {
    underwriting: {
      applications: byStatus,
      referrals: {
        count: referrals.length,
        oldest: toOldest(referrals.map(({ since }) => since)),
        items: groupBy(referrals, ({ since, status, line }) => `${toAgeGroup(now, since)} ${status} ${line}`).map(([key, of]) => {
          const [, age, status, line] = key.split(' ');
          return { line, status, age, count: of.length };
        }),
        reasons: countReasons(referrals),
      },
      amendments: { count: amendments.length, oldest: toOldest(amendments.map(({ at }) => at)) },
      premium: premium
        .filter(({ month }) => month >= subtractMonths(today, 12) && month <= today.slice(0, 7))
        .filter(({ policies, net, gross }) => policies !== 0 || net !== 0 || gross !== 0)
        .reverse(),
    },
    issuing: {
      applications: byStatus,
      suspense: {
        count: suspense.length,
        sum: sumAmounts(suspense.map(({ amount }) => amount)),
        oldest: toOldest(suspense.map(({ at }) => at)),
      },
      refundsOwed: {
        count: applications.reduce((sum, { refunds }) => sum + refunds, toSenders.length),
        sum: sumAmounts([...owed.map((one) => one.owed), ...toSenders]),
      },
      messages: groupBy(messages, ({ kind }) => kind).map(([kind, of]) => ({
        kind,
        count: of.length,
        oldest: toOldest(of.map(({ at }) => at)),
      })),
      serviceRequests: {
        count: requests.length,
        oldest: toOldest(requests.map(({ at }) => at)),
        items: groupBy(requests, ({ at }) => toAgeGroup(now, at)).map(([key, of]) => ({ age: key.slice(2), count: of.length })),
      },
      instalmentsDue: days(pending.filter(({ dueDate }) => inWindow(dueDate)).map(({ dueDate, gross }) => [dueDate, gross])),
      instalmentsOverdue: {
        count: overdue.length,
        sum: sumAmounts(overdue.map(({ gross }) => gross)),
        oldest: overdue.map(({ dueDate }) => dueDate).sort(ascending)[0] ?? null,
      },
      renewalsDue: days(applications.filter(isWaiting).map(({ endDate, gross }) => [endDate, gross])),
    },
  };
}
