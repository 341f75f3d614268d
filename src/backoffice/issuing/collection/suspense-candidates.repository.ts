import { Injectable } from '@nestjs/common';
import { amountToNumber, type Amount } from '../../../common/money.js';
import { listed, Status } from '../../../record/core/applications/status.js';
import { maskedIban } from '../../../record/money/payouts/iban.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { isSameName } from '../../../record/money/payouts/same-name.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { namePatterns } from './name-patterns.js';
import { SuspenseSearchRepository } from './suspense-search.repository.js';
import type { SuspenseCandidateResponse, SuspenseItemWithCandidatesResponse } from './suspense.dto.js';

/** So many are shown. */
const MOST = 5;
/** Of the last codes of an amount, so that a common amount costs no more than a rare one. */
const CODES = 200;
const NAMES = 50;
/** Many have a name that so many of the latest have. */
const [LATEST, MANY] = [600, 10];
const PAYABLE = [Status.PREPAY, Status.IN_FORCE, Status.UNPAID];

const TOLD = `SELECT sender, sender_iban AS iban, remittance FROM bank_statement_entry WHERE suspense_id = $1`;
const COLUMNS = `
  a.id AS "applicationId", a.application_no AS "applicationNo", a.policy_no AS "policyNo", a.client_name AS "clientName", c.amount AS due`;
/** An instalment that nobody has paid: its code was given out, and its application can be paid. */
const IS_DUE = `
  a.status IN (${listed(PAYABLE)}) AND NOT EXISTS (
    SELECT FROM receipt r WHERE r.application_id = a.id AND r.instalment_no = c.instalment_no AND r.kind <> 'REFUND' AND r.status <> 'PENDING')`;
const BY_AMOUNT = `
  SELECT ${COLUMNS}
  FROM (SELECT * FROM payment_code WHERE amount = $1 ORDER BY created_at DESC LIMIT ${CODES}) c JOIN application a ON a.id = c.application_id
  WHERE ${IS_DUE} ORDER BY c.created_at DESC LIMIT ${NAMES}`;
const NAMED = 'id, application_no, policy_no, client_name, status';
/**
 * Among the latest of each status first: a name that many have is found there, where looking for all who have it would take the longer the more they are. Any
 * other one is looked for among all. OFFSET 0: one of the latest after the other, as far as is wanted.
 */
const byName = (words: number): string => {
  const named = Array.from(
    { length: words },
    (_, index) => `(client_search LIKE $${2 * index + 1} OR client_search LIKE $${2 * index + 2})`,
  ).join(' AND ');
  const latest = PAYABLE.map((status) => `(SELECT id FROM application WHERE status = '${status}' ORDER BY id DESC LIMIT ${LATEST})`);
  return `
  WITH known AS MATERIALIZED (
    SELECT n.* FROM (${latest.join(' UNION ALL ')}) AS latest
      CROSS JOIN LATERAL (SELECT ${NAMED} FROM application WHERE id = latest.id AND ${named} OFFSET 0) AS n LIMIT ${NAMES}),
  a AS MATERIALIZED (
    SELECT * FROM known
    UNION
    SELECT * FROM (
      SELECT ${NAMED} FROM application WHERE ${named} AND status IN (${listed(PAYABLE)}) AND (SELECT count(*) < ${MANY} FROM known) LIMIT ${NAMES}) AS others)
  SELECT ${COLUMNS} FROM a CROSS JOIN LATERAL (
    SELECT * FROM payment_code WHERE application_id = a.id ORDER BY sequence DESC LIMIT 1) c
  WHERE ${IS_DUE} ORDER BY a.id DESC`;
};

interface Told {
  readonly sender: string | null;
  readonly iban: Buffer | null;
  readonly remittance: string | null;
}

interface Due {
  readonly applicationId: number;
  readonly applicationNo: string;
  readonly policyNo: string | null;
  readonly clientName: string;
  readonly due: Amount;
}

/** Who may have sent money that waits: by what the bank told of it (backoffice.50). */
@Injectable()
export class SuspenseCandidatesRepository {
  constructor(
    private readonly store: Store,
    private readonly items: SuspenseSearchRepository,
    private readonly box: SecretBox,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number): Promise<SuspenseItemWithCandidatesResponse> {
    const item = await this.items.get(staff, id);
    // Nothing where no file told of it, and once it is resolved.
    const [told = { sender: null, iban: null, remittance: null }] = await this.store.query<Told>(staff, TOLD, [id]);
    const { sender, iban, remittance } = told;
    const number = iban && this.box.open(iban);
    const candidates = item.resolution === null ? await this.find(staff, item.amount, sender) : [];
    return { ...item, sender, senderIban: number && maskedIban(number), remittance, candidates };
  }

  /** Those that agree in amount and name first, then by amount, then by name; the latest first. */
  private async find(staff: StaffCaller, amount: number, sender: string | null): Promise<SuspenseCandidateResponse[]> {
    const wanted = amount.toFixed(2);
    const byAmount = await this.store.query<Due>(staff, BY_AMOUNT, [wanted]);
    const patterns = sender === null ? [] : namePatterns(sender);
    // Planned for the name: what finds a common one at once would look at all of them for one that nobody has.
    const named =
      patterns.length === 0 ? [] : await this.store.queryPlanned<Due>(staff.environment, byName(patterns.length), patterns.flat());
    const found = new Map([...byAmount, ...named].map((row) => [row.applicationId, row]));
    const candidates = Array.from(found.values(), ({ due, ...row }): SuspenseCandidateResponse => {
      const why = [...(due === wanted ? ['AMOUNT'] : []), ...(sender !== null && isSameName(sender, row.clientName) ? ['NAME'] : [])];
      return { ...row, amountDue: amountToNumber(due), why };
    });
    const rank = ({ why }: SuspenseCandidateResponse): number => why.length * 2 + (why.includes('AMOUNT') ? 1 : 0);
    return candidates
      .filter(({ why }) => why.length > 0)
      .toSorted((one, other) => rank(other) - rank(one))
      .slice(0, MOST);
  }
}
