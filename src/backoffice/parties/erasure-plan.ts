import type { Text } from '../../common/language.js';
import { FINAL_STATUSES, POLICY_STATUSES, type Status } from '../../record/applications/status.js';
import { LINE_CODES } from '../../record/lines/line-table.js';
import type { LineCode } from '../../record/lines/questionnaires.js';
import type { Traits } from './mention-pattern.js';

/** An application that names the person, now or in a former state, as it was when the work was listed. */
export interface NamingApplication {
  readonly id: number;
  readonly agentCode: string;
  readonly applicationNo: string;
  readonly status: Status;
  readonly version: number;
  readonly updatedAt: Date;
  /** The person is its client. */
  readonly isOwn: boolean;
  /** Now, not only in a former state. */
  readonly isNamed: boolean;
  readonly hasMoney: boolean;
}

/** The plan for an agent that keeps a record of the AFM. */
export interface PlannedAgent {
  readonly code: string;
  /** Id of the record, by which the agent knows the person. */
  readonly recordId: number;
  /** What is searched for in this agent's texts alone. */
  readonly traits: Traits;
}

/** What an erasure goes through; it ends on what there was when it was listed. */
export interface ErasurePlan {
  readonly agents: readonly PlannedAgent[];
  /** As the register names the person: what is searched for in staff's texts. */
  readonly staff: Traits;
  /** The last of each that is looked at. */
  readonly lastIds: { readonly application: number; readonly request: number; readonly message: number };
  readonly startedAt: string;
}

export type StepKind = 'traits' | 'requests' | 'messages' | 'answers' | 'staff_answers' | 'applications' | 'versions' | 'webhooks';

export interface Step {
  readonly kind: StepKind;
  /** Index in the plan's agents; null where it belongs to none, or to all. */
  readonly agent: number | null;
  readonly line: LineCode | null;
}

/** In this order: what a text is found by is not erased before it. */
export function stepsOf(agents: number): Step[] {
  const ofAgent = (agent: number): Step[] => [
    { kind: 'answers', agent, line: null },
    ...(['applications', 'versions'] as const).flatMap((kind) => LINE_CODES.map((line) => ({ kind, agent, line }))),
  ];
  return [
    { kind: 'traits', agent: null, line: null },
    { kind: 'requests', agent: null, line: null },
    { kind: 'messages', agent: null, line: null },
    { kind: 'answers', agent: null, line: null },
    ...Array.from({ length: agents }, (_, agent) => ofAgent(agent)).flat(),
    ...Array.from({ length: agents }, (_, agent): Step => ({ kind: 'webhooks', agent, line: null })),
    // Behind those that there were before it: an erasure that a former release began goes on where it was.
    { kind: 'staff_answers', agent: null, line: null },
  ];
}

/** How many of what is erased, or changed, by place and agent; the agent is '' where it belongs to none. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Change {
  readonly place: string;
  readonly agentCode: string | null;
  readonly count: number;
}

export function addCounts(counts: Counts, changes: readonly Change[]): Counts {
  const sum: Record<string, Record<string, number>> = Object.fromEntries(Object.entries(counts).map(([place, of]) => [place, { ...of }]));
  for (const { place, agentCode, count } of changes) {
    if (count === 0) continue;
    const of = (sum[place] ??= {});
    of[agentCode ?? ''] = (of[agentCode ?? ''] ?? 0) + count;
  }
  return sum;
}

export function listCounts(counts: Counts): Change[] {
  const listed = Object.entries(counts).flatMap(([place, of]) =>
    Object.entries(of).map(([agentCode, count]) => ({ place, agentCode: agentCode === '' ? null : agentCode, count })),
  );
  return listed.toSorted((one, other) => (`${one.place} ${one.agentCode}` < `${other.place} ${other.agentCode}` ? -1 : 1));
}

/** What an agent's record of the person holds. */
export interface RecordDetails {
  readonly agentCode: string;
  readonly addresses: number;
  readonly contacts: number;
}

/** What goes at once. */
export function recordsOf(details: readonly RecordDetails[]): Change[] {
  return details.flatMap(({ agentCode, addresses, contacts }) => [
    { place: 'party_record', agentCode, count: 1 },
    { place: 'party_address', agentCode, count: addresses },
    { place: 'party_contact', agentCode, count: contacts },
  ]);
}

export function addOmitted(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): Record<string, number> {
  const sum = { ...one };
  for (const [code, count] of Object.entries(other)) sum[code] = (sum[code] ?? 0) + count;
  return sum;
}

/** Why the person cannot be erased, by the first of the applications that stand against it; null when none does. */
export function reasonAgainst({ applicationNo, status, isNamed, hasMoney }: NamingApplication): Text | null {
  if (hasMoney)
    return because(applicationNo, 'έχει χρήματα σε αναμονή ή προς επιστροφή', 'has money in suspense or a refund that is not paid');
  if (!isNamed) return null;
  if (POLICY_STATUSES.has(status)) return because(applicationNo, 'είναι συμβόλαιο', 'is a policy');
  return FINAL_STATUSES.has(status) ? null : because(applicationNo, 'δεν έχει ακυρωθεί', 'is not cancelled');
}

function because(applicationNo: string, el: string, en: string): Text {
  return {
    el: `Το πρόσωπο δεν διαγράφεται: η αίτηση ${applicationNo} ${el}.`,
    en: `The person is not erased: application ${applicationNo} ${en}.`,
  };
}
