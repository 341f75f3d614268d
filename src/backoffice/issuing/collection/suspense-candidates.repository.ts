import { Injectable } from '@nestjs/common';
import { toNumber, type Amount } from '../../../common/money.js';
import { formatStatusList, Status } from '../../../record/core/applications/status.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { isSameName } from '../../../record/money/payouts/bank-text.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { maskIban } from '../../../common/identifiers.js';
import { buildNamePatterns } from './name-patterns.js';
import { SuspenseSearchRepository } from './suspense-search.repository.js';
import type { SuspenseCandidateResponse, SuspenseItemWithCandidatesResponse } from './suspense.dto.js';

const MAX_CANDIDATES = 5;
/** Limit of payment codes per amount, so that a common amount is searched as fast as a rare one. */
const MAX_CODES = 200;
const MAX_NAMES = 50;
const LATEST_APPLICATIONS = 600;
/** A name with at least this many of the latest applications is common, and not searched in older ones. */
const COMMON_FROM = 10;
const PAYABLE = [Status.PREPAY, Status.IN_FORCE, Status.UNPAID];

const FIND_SENDER = `SELECT sender, sender_iban AS iban, remittance FROM bank_statement_entry
  WHERE suspense_id IN (SELECT o.id FROM suspense_item s JOIN suspense_item o ON o.advice_id = s.advice_id WHERE s.id = $1)`;
const FIND_DUE = `SELECT amount FROM payment_code WHERE code = $1`;
const COLUMNS = `
  a.id AS "applicationId", a.application_no AS "applicationNo", a.policy_no AS "policyNo", a.client_name AS "clientName", c.amount AS due`;
const IS_DUE = `
  a.status IN (${formatStatusList(PAYABLE)}) AND NOT EXISTS (
    SELECT FROM receipt r WHERE r.application_id = a.id AND r.instalment_no = c.instalment_no AND r.kind <> 'REFUND' AND r.status <> 'PENDING')`;
const BY_AMOUNT = `
  SELECT ${COLUMNS}
  FROM (SELECT * FROM payment_code WHERE amount = $1 ORDER BY created_at DESC LIMIT ${MAX_CODES}) c JOIN application a ON a.id = c.application_id
  WHERE ${IS_DUE} ORDER BY c.created_at DESC LIMIT ${MAX_NAMES}`;
const NAMED = 'id, application_no, policy_no, client_name, status';
/** Searches the latest applications of each status, and all for a rare name. OFFSET 0 keeps the plan lazy. */
const byName = (words: number): string => {
  const named = Array.from(
    { length: words },
    (_, index) => `(client_search LIKE $${2 * index + 1} OR client_search LIKE $${2 * index + 2})`,
  ).join(' AND ');
  const latest = PAYABLE.map(
    (status) => `(SELECT id FROM application WHERE status = '${status}' ORDER BY id DESC LIMIT ${LATEST_APPLICATIONS})`,
  );
  return `
  WITH known AS MATERIALIZED (
    SELECT n.* FROM (${latest.join(' UNION ALL ')}) AS latest
      CROSS JOIN LATERAL (SELECT ${NAMED} FROM application WHERE id = latest.id AND ${named} OFFSET 0) AS n LIMIT ${MAX_NAMES}),
  a AS MATERIALIZED (
    SELECT * FROM known
    UNION
    SELECT * FROM (
      SELECT ${NAMED} FROM application WHERE ${named} AND status IN (${formatStatusList(PAYABLE)}) AND (SELECT count(*) < ${COMMON_FROM} FROM known) LIMIT ${MAX_NAMES}) AS others)
  SELECT ${COLUMNS} FROM a CROSS JOIN LATERAL (
    SELECT * FROM payment_code WHERE application_id = a.id ORDER BY sequence DESC LIMIT 1) c
  WHERE ${IS_DUE} ORDER BY a.id DESC`;
};

interface SenderRow {
  readonly sender: string | null;
  readonly iban: Buffer | null;
  readonly remittance: string | null;
}

type DueRow = Omit<SuspenseCandidateResponse, 'amountDue' | 'why'> & { readonly due: Amount };

@Injectable()
export class SuspenseCandidatesRepository {
  constructor(
    private readonly store: Store,
    private readonly items: SuspenseSearchRepository,
    private readonly box: SecretBox,
  ) {}

  async get(staff: StaffCaller, id: number): Promise<SuspenseItemWithCandidatesResponse> {
    const item = await this.items.get(staff, id);
    const [[row], parts, [named]] = await Promise.all([
      this.store.query<SenderRow>(staff, FIND_SENDER, [id]),
      this.items.listParts(staff, id),
      this.store.query<{ readonly amount: Amount }>(staff, FIND_DUE, [item.paymentCode]),
    ]);
    const { sender, iban, remittance } = row ?? { sender: null, iban: null, remittance: null };
    const number = iban && this.box.open(iban);
    const candidates = item.resolution === null ? await this.find(staff, item.amount, sender) : [];
    const amountDue = named === undefined ? null : toNumber(named.amount);
    return { ...item, amountDue, sender, senderIban: number && maskIban(number), remittance, parts, candidates };
  }

  /** Orders matches by amount and name first, then by amount, then by name; the latest first. */
  private async find(staff: StaffCaller, amount: number, sender: string | null): Promise<SuspenseCandidateResponse[]> {
    const wanted = amount.toFixed(2);
    const byAmount = await this.store.readAnywhere(staff, (reader) => reader.query<DueRow>(BY_AMOUNT, [wanted]));
    const patterns = sender === null ? [] : buildNamePatterns(sender);
    // Planned for each name, because the plan of a common name would scan all applications for a rare one.
    const named =
      patterns.length === 0
        ? []
        : await this.store.readAnywhere(staff.environment, (reader) =>
            reader.queryPlanned<DueRow>(byName(patterns.length), patterns.flat()),
          );
    const found = new Map([...byAmount, ...named].map((row) => [row.applicationId, row]));
    const candidates = Array.from(found.values(), ({ due, ...row }): SuspenseCandidateResponse => {
      const why = [...(due === wanted ? ['AMOUNT'] : []), ...(sender !== null && isSameName(sender, row.clientName) ? ['NAME'] : [])];
      return { ...row, amountDue: toNumber(due), why };
    });
    const rank = ({ why }: SuspenseCandidateResponse): number => why.length * 2 + (why.includes('AMOUNT') ? 1 : 0);
    return candidates
      .filter(({ why }) => why.length > 0)
      .toSorted((one, other) => rank(other) - rank(one))
      .slice(0, MAX_CANDIDATES);
  }
}
