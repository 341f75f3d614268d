import { Injectable } from '@nestjs/common';
import { addMonths, parseLocalDate, toLocalDate, toLocalDateTime } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { toNumber, type Amount } from '../../../common/money.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import type { RequestedTransfer, TransferFigures, TransferState } from '../../../record/contract/transfers/portfolio-transfer.js';
import { PortfolioTransferRepository } from '../../../record/contract/transfers/portfolio-transfer.repository.js';
import { PortfolioTransferService } from '../../../record/contract/transfers/portfolio-transfer.service.js';
import { AgentEntity } from '../../../store/entities/agent.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { AuditService, toAuditActor, type AuditAction } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PortfolioTransferWorker } from './portfolio-transfer.worker.js';
import type {
  PortfolioTransferPageResponse,
  PortfolioTransferQuery,
  PortfolioTransferRequest,
  PortfolioTransferResponse,
} from './portfolio-transfers.dto.js';

const MAX_MONTHS_AHEAD = 12;

const SELECT = `
  SELECT t.id, t.state, t.from_agent AS "fromAgentCode", t.to_agent AS "toAgentCode", t.effective_date AS "effectiveDate", t.policy_nos AS "policyNos",
    t.reason, t.figures, c.balance, t.moved, t.failures, t.failure, t.created_by AS "createdBy", t.created_at AS "createdAt", t.ended_at AS "endedAt"
  FROM portfolio_transfer t JOIN account c ON c.agent_code = t.from_agent
  WHERE ($1::text IS NULL OR t.state = $1) AND ($2::text IS NULL OR $2 IN (t.from_agent, t.to_agent)) AND ($3::bigint IS NULL OR t.id = $3)`;

interface Row extends Omit<PortfolioTransferResponse, keyof TransferFigures | 'instalmentsGross' | 'balance' | 'createdAt' | 'endedAt'> {
  readonly figures: TransferFigures;
  readonly balance: Amount;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

@Injectable()
export class StaffPortfolioTransferService {
  constructor(
    private readonly store: Store,
    private readonly repository: PortfolioTransferRepository,
    private readonly transfers: PortfolioTransferService,
    private readonly worker: PortfolioTransferWorker,
    private readonly audit: AuditService,
  ) {}

  async find(staff: StaffCaller, query: PortfolioTransferQuery): Promise<PortfolioTransferPageResponse> {
    const values = [query.state ?? null, query.agentCode ?? null, null];
    return mapPage(await findPage<Row>(this.store, staff.environment, { select: SELECT, order: 'id DESC', values }, query), toResponse);
  }

  async get(staff: StaffCaller, id: number): Promise<PortfolioTransferResponse> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, null, id]);
    if (!row) throw buildNotFound();
    return toResponse(row);
  }

  async create(staff: StaffCaller, request: PortfolioTransferRequest): Promise<PortfolioTransferResponse> {
    const id = await this.store.transaction(staff, async (tx) => {
      const transfer = await this.read(tx, staff, request);
      if (!(await this.repository.holdClocks(tx, [transfer.fromAgent, transfer.toAgent])))
        throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: CLOCK_STOPPED });
      const figures = await this.repository.count(tx, transfer);
      if (figures.policies + figures.applications === 0) throw DomainError.ofViolations([violation('fromAgentCode', NOTHING)]);
      const created = await this.repository.insert(tx, transfer, figures, staff);
      const { fromAgent, toAgent, effectiveDate, reason, policyNos } = transfer;
      const chosen = policyNos === null ? {} : { chosen: policyNos.length };
      await this.record(tx, staff, 'create', created, { fromAgent, toAgent, effectiveDate, reason, ...chosen, ...figures });
      return created;
    });
    const created = await this.get(staff, id);
    runAfterCommit(staff, () => void this.worker.job.run(staff.environment));
    return created;
  }

  async cancel(staff: StaffCaller, id: number): Promise<PortfolioTransferResponse> {
    await this.store.transaction(staff, async (tx) => {
      const isCancelled = await this.repository.cancel(tx, id, staff.at);
      const state = await this.repository.findState(tx, id);
      if (state === null) throw buildNotFound();
      if (!isCancelled) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: STATES[state] });
      await this.record(tx, staff, 'cancel', id, {});
    });
    return this.get(staff, id);
  }

  private async read(tx: Transaction, staff: StaffCaller, request: PortfolioTransferRequest): Promise<RequestedTransfer> {
    const { fromAgentCode: fromAgent, toAgentCode: toAgent } = request;
    const effectiveDate = parseLocalDate(request.effectiveDate) ?? request.effectiveDate;
    const today = toLocalDate(staff.at);
    const policyNos = request.policyNos ? [...new Set(request.policyNos)] : null;
    const known = await tx.manager.findBy(AgentEntity, [{ code: fromAgent }, { code: toAgent }]);
    const isKnown = (code: string): boolean => known.some((agent) => agent.code === code);
    const violations: Violation[] = [];
    if (!isKnown(fromAgent)) violations.push(violation('fromAgentCode', UNKNOWN_AGENT, ErrorCode.UNKNOWN_CODE));
    if (!isKnown(toAgent)) violations.push(violation('toAgentCode', UNKNOWN_AGENT, ErrorCode.UNKNOWN_CODE));
    else if (fromAgent === toAgent) violations.push(violation('toAgentCode', SAME_AGENT));
    else if (!this.transfers.isOpen(staff.environment, toAgent, effectiveDate)) violations.push(violation('toAgentCode', CLOSED_AGENT));
    if (effectiveDate < today) violations.push(violation('effectiveDate', PAST, ErrorCode.BAD_DATE));
    if (effectiveDate > addMonths(today, MAX_MONTHS_AHEAD)) violations.push(violation('effectiveDate', TOO_FAR, ErrorCode.BAD_DATE));
    const found = policyNos && (await this.repository.findPolicies(tx, policyNos));
    for (const [index, { agentCode }] of (found ?? []).entries())
      if (agentCode !== fromAgent) violations.push(violation(`policyNos[${request.policyNos!.indexOf(policyNos![index]!)}]`, OTHER_POLICY));
    assertNoViolations(violations);
    const applicationIds = found && found.map(({ id }) => id!);
    return { fromAgent, toAgent, policyNos, applicationIds, effectiveDate, reason: request.reason.trim() };
  }

  private record(tx: Transaction, staff: StaffCaller, action: AuditAction, id: number, details: object): Promise<void> {
    const { environment } = staff;
    return this.audit.record(tx, toAuditActor(staff), { action, subject: 'portfolio_transfer', id, environment, details: { ...details } });
  }
}

function toResponse({ figures, balance, createdAt, endedAt, ...row }: Row): PortfolioTransferResponse {
  const { gross, ...counts } = figures;
  return {
    ...row,
    ...counts,
    instalmentsGross: toNumber(gross),
    balance: toNumber(balance),
    createdAt: toLocalDateTime(createdAt),
    endedAt: endedAt && toLocalDateTime(endedAt),
  };
}

const violation = (path: string, text: Text, code: ErrorCode = ErrorCode.INVALID): Violation => ({ path, code, text });

const UNKNOWN_AGENT: Text = {
  el: 'Ο συνεργάτης δεν υπάρχει σε αυτό το περιβάλλον.',
  en: 'The agent does not exist in this environment.',
};
const SAME_AGENT: Text = { el: 'Επιλέξτε διαφορετικό συνεργάτη.', en: 'Choose another agent.' };
const CLOSED_AGENT: Text = {
  el: 'Ο συνεργάτης δεν αναλαμβάνει νέες εργασίες την ημέρα της μεταβίβασης.',
  en: 'The agent takes no new business on the day of the transfer.',
};
const PAST: Text = { el: 'Η ημέρα της μεταβίβασης έχει παρέλθει.', en: 'The day of the transfer has passed.' };
const TOO_FAR: Text = {
  el: 'Η μεταβίβαση προγραμματίζεται έως έναν χρόνο νωρίτερα.',
  en: 'A transfer can be scheduled up to a year ahead.',
};
const OTHER_POLICY: Text = {
  el: 'Ο συνεργάτης δεν έχει συμβόλαιο με αυτόν τον αριθμό.',
  en: 'The agent has no policy with this number.',
};
const NOTHING: Text = { el: 'Ο συνεργάτης δεν έχει συμβόλαια ή αιτήσεις.', en: 'The agent has no policies or applications.' };
const CLOCK_STOPPED: Text = {
  el: 'Το ρολόι ενός από τους δύο συνεργατών είναι σταματημένο ή μετακινείται, ή τα δεδομένα του μηδενίζονται.',
  en: 'The clock of one of the agents is stopped or being moved, or its data is being reset.',
};
const STATES: Readonly<Record<TransferState, Text>> = {
  SCHEDULED: { el: 'Η μεταβίβαση έχει προγραμματιστεί.', en: 'The transfer is scheduled.' },
  RUNNING: { el: 'Η μεταβίβαση έχει αρχίσει.', en: 'The transfer has begun.' },
  DONE: { el: 'Η μεταβίβαση έχει ολοκληρωθεί.', en: 'The transfer is done.' },
  REFUSED: { el: 'Η μεταβίβαση δεν έγινε.', en: 'The transfer was refused.' },
  CANCELLED: { el: 'Η μεταβίβαση έχει ακυρωθεί.', en: 'The transfer is cancelled.' },
};
