import type { Transaction } from '../../store/store.js';
import type { Actor } from '../../record/applications/application.js';
import type { Change, ErasurePlan, NamingApplication, PlannedAgent, Step } from './erasure-plan.js';
import { eraseMentions, findMentions, type FreeText, type Searched } from './free-texts.js';

export type Named = Pick<NamingApplication, 'id' | 'agentCode' | 'version' | 'isOwn' | 'isNamed'>;

/** The applications that named the person when the work was listed. */
export interface Naming {
  /** The next ones by id. */
  after(id: number, limit: number): Promise<Named[]>;
  among(ids: readonly number[]): Promise<Named[]>;
  /** All of an agent. */
  idsOf(agentCode: string): Promise<number[]>;
  /** All whose client the person was. */
  own(): Promise<number[]>;
}

/** What texts are searched for. */
export interface Patterns {
  ofAgent(agent: PlannedAgent): Searched;
  /** The AFM and the register's names. */
  readonly staff: Searched;
  /** The AFM alone. */
  readonly number: Searched;
}

/** One part of the work, in one transaction. */
export interface Part {
  readonly tx: Transaction;
  readonly partyId: number;
  readonly afm: string;
  readonly plan: ErasurePlan;
  readonly step: Step;
  /** Where it goes on; null at the beginning of the step. */
  readonly after: unknown;
  /** Rows that are looked at. */
  readonly size: number;
  /** Counts what would be done and does nothing. */
  readonly isTrial: boolean;
  readonly naming: Naming;
  readonly patterns: Patterns;
  /** Who erases; null in a trial. */
  readonly actor: Actor | null;
}

export interface Outcome {
  /** Rows that were looked at. */
  readonly rows: number;
  /** Where the next part goes on; null when the step is done. */
  readonly after: unknown;
  readonly changes: readonly Change[];
  /** What the rest is searched for, when this part learnt more of it. */
  readonly plan?: ErasurePlan;
  readonly omitted?: Readonly<Record<string, number>>;
}

export function agentOf({ plan, step }: Part): PlannedAgent {
  const agent = step.agent === null ? undefined : plan.agents[step.agent];
  if (agent === undefined) throw new Error(`The step ${step.kind} has no agent`);
  return agent;
}

/** Erases mentions from the rows of these parents, or counts them. */
export async function eraseText(
  { tx, isTrial }: Part,
  text: FreeText,
  searched: Searched,
  { ids, agentCode }: { readonly ids: readonly number[]; readonly agentCode: string | null },
): Promise<{ rows: number[]; change: Change }> {
  const rows = await findMentions(tx, text, searched, ids);
  if (!isTrial) await eraseMentions(tx, text, searched, rows);
  return { rows, change: { place: text.place, agentCode, count: rows.length } };
}
