import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { Deed } from '../../record/applications/application.js';
import { FINAL_STATUSES, POLICY_STATUSES, type Status } from '../../record/applications/status.js';
import type { Environment } from '../../common/environment.js';
import { Store, type Transaction } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, Audit, type Actor } from '../audit/audit.js';
import { idOf, notFound } from '../lists/not-found.js';
import { eraseMentions, type NamingApplication } from './free-texts.js';
import { partsOf } from './parts.js';

/** Where the person can be named: in applications of agents who have a record of it. */
const FIND_CANDIDATES = `
  SELECT a.id FROM application a WHERE a.agent_code IN (SELECT agent_code FROM party_record WHERE afm = $1) ORDER BY a.id`;

/**
 * Those of them ($2) that name the person, in whatever part and whenever. Their states are found by their keys: an EXISTS is planned as one search
 * of the states of everybody.
 */
const FIND_NAMING = `
  SELECT a.id, a.application_no AS "applicationNo", a.status, a.client_afm = $1 AS "isOwn", a.updated_at AS "updatedAt",
    a.client_afm = $1 OR position($1 IN a.questionnaire::text) > 0 AS "isNamed",
    EXISTS (SELECT FROM suspense_item s WHERE s.application_id = a.id AND s.resolved_at IS NULL) AS "hasMoney"
  FROM application a
  WHERE a.id = ANY ($2::bigint[])
    AND (a.client_afm = $1 OR position($1 IN a.questionnaire::text) > 0 OR a.id IN (
      SELECT v.application_id FROM application_version v
      WHERE v.application_id = ANY ($2::bigint[]) AND position($1 IN v.state ->> 'questionnaire') > 0))
  ORDER BY a.id`;

/**
 * One version more, so that neither a tag nor a change that began before the erasure holds any longer. What was erased is filed as the former
 * version already; when the application last moved stays, as its age and its place in a queue hang on it.
 */
const COUNT_UP = `
  WITH counted AS (
    UPDATE application SET version = version + 1, last_action = $2::jsonb->>'action', updated_by = $2::jsonb WHERE id = ANY ($1::bigint[])
    RETURNING id, status)
  INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, key_prefix, agent_code, reason, at)
  SELECT c.id, c.status, c.status, d.action, d.actor, d."actorName", NULL, NULL, NULL, d.at
  FROM counted c, jsonb_to_record($2::jsonb) AS d(action text, actor text, "actorName" text, at timestamptz) ORDER BY c.id`;

interface Naming extends NamingApplication {
  readonly applicationNo: string;
  readonly status: Status;
  readonly updatedAt: Date;
  /** Now, not only in a former state. */
  readonly isNamed: boolean;
  readonly hasMoney: boolean;
}

interface Erasure {
  readonly environment: Environment;
  readonly actor: Actor;
  /** As the history of an application names who acts. */
  readonly doer: Pick<Deed, 'actor' | 'actorName'>;
  readonly id: number;
  readonly applications: readonly Naming[];
}

/** Who erases what nobody asked for any more. */
const CLOCK = {
  actor: { userId: null, name: 'clock', address: null, requestId: null },
  doer: { actor: 'clock', actorName: 'clock' },
} as const;

/** Nobody changed the party `p`, or what agents keep of it, since $2. */
export const IS_FORGOTTEN = `p.updated_at < $2
  AND NOT EXISTS (SELECT FROM party_record r WHERE r.afm = p.afm AND (r.updated_at >= $2
    OR EXISTS (SELECT FROM party_address d WHERE d.party_id = r.id AND d.agent_code = r.agent_code AND d.updated_at >= $2)
    OR EXISTS (SELECT FROM party_contact c WHERE c.party_id = r.id AND c.agent_code = r.agent_code AND c.updated_at >= $2)))`;

/** Erases persons of whom nothing has to be kept. */
@Injectable()
export class PartyErasure {
  constructor(
    private readonly store: Store,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_ALLOWED_IN_STATUS when a contract, an open application or money in suspense is there */
  async erase(staff: StaffCaller, idText: string): Promise<void> {
    const { environment } = staff;
    const id = idOf(idText);
    await this.store.transaction(environment, async (tx) => {
      const applications = await this.lock(tx, id, 'true');
      if (applications === null) throw notFound();
      const reason = applications.map(reasonAgainst).find((text) => text !== null);
      if (reason) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: reason });
      const doer = { actor: 'staff', actorName: staff.name };
      await this.eraseLocked(tx, { environment, actor: actorOf(staff), doer, id, applications });
    });
  }

  /** The same by age: false, and nothing happens, when something stands against it or was done since `until`. */
  eraseForgotten(environment: Environment, id: number, until: Date): Promise<boolean> {
    return this.store.transaction(environment, async (tx) => {
      const applications = await this.lock(tx, id, IS_FORGOTTEN, until);
      if (applications === null || applications.some((one) => one.updatedAt >= until || reasonAgainst(one) !== null)) return false;
      await this.eraseLocked(tx, { environment, ...CLOCK, id, applications });
      return true;
    });
  }

  /** The applications that name the party, whose records nobody changes until the transaction ends; null when there is no such party. */
  private async lock(tx: Transaction, id: number, condition: string, ...values: unknown[]): Promise<Naming[] | null> {
    const find = `SELECT p.afm FROM party p WHERE p.id = $1 AND ${condition} FOR UPDATE`;
    const [party] = await tx.query<{ afm: string }>(find, [id, ...values]);
    if (party === undefined) return null;
    await tx.query('SELECT FROM party_record WHERE afm = $1 ORDER BY agent_code FOR UPDATE', [party.afm]);
    const candidates = await tx.query<{ id: number }>(FIND_CANDIDATES, [party.afm]);
    const naming: Naming[] = [];
    for (const part of partsOf(candidates.map((candidate) => candidate.id)))
      naming.push(...(await tx.query<Naming>(FIND_NAMING, [party.afm, part])));
    return naming;
  }

  private async eraseLocked(tx: Transaction, { environment, actor, doer, id, applications }: Erasure): Promise<void> {
    const mentioning = await eraseMentions(tx, id, applications);
    await tx.query('SELECT erase_party($1, $2::bigint[])', [id, applications.map((application) => application.id)]);
    const changed = new Set([...mentioning, ...applications.filter(({ isNamed }) => isNamed).map((application) => application.id)]);
    const deed: Deed = { action: 'erase', ...doer, keyPrefix: null, agentCode: null, reason: null, at: this.clock.now() };
    await tx.query(COUNT_UP, [[...changed], JSON.stringify(deed)]);
    // Who erased which id, and nothing of what was erased.
    await this.audit.record(tx, actor, { action: 'erase', subject: 'party', id, environment });
  }
}

function reasonAgainst({ applicationNo, status, isNamed, hasMoney }: Naming): Text | null {
  if (hasMoney) return because(applicationNo, 'έχει χρήματα σε αναμονή', 'has money in suspense');
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
