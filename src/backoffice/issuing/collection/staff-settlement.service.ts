import { Injectable } from '@nestjs/common';
import { parseLocalDate, toLocalDate } from '../../../common/athens.js';
import { DAYS_TO_BOOK_ALONE, isOlderThan } from '../../../common/banking-days.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import { toNumber } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { assertPastDay } from '../../../common/validation/future-dates.js';
import { LedgerService, type Settlement } from '../../../record/money/ledger/ledger.service.js';
import { Store } from '../../../store/store.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { OLD_VALUE_DATE } from '../../access/pending-actions/pending-action.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AgentAccountService } from './agent-account.service.js';
import type { SettlementRequest, SettlementResponse } from './agent-accounts.dto.js';

/** A second attempt returns the result of a parallel call with the same reference. */
const MAX_ATTEMPTS = 3;

type SettlementInput = Omit<Settlement, 'at'>;

@Injectable()
export class StaffSettlementService {
  constructor(
    private readonly store: Store,
    private readonly accounts: AgentAccountService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<SettlementInput>('SETTLEMENT', { roles: ['issuing'], run: (staff, request) => this.settleNow(staff, request) });
  }

  async settle(staff: StaffCaller, agentCode: string, input: SettlementRequest): Promise<SettlementResponse | PendingActionResponse> {
    const request = toSettlement(agentCode, input);
    const { amount, reference, valueDate } = request;
    const { at } = await this.accounts.dated(staff, agentCode);
    const isOld = isOlderThan(valueDate, DAYS_TO_BOOK_ALONE, toLocalDate(at));
    const isNew = isOld && !(await this.ledger.isSettled(this.store.withoutTransaction(staff.environment), reference));
    if (!isNew) return this.settleNow(staff, request);
    const [sum, day] = [formatEuro(amount), formatDate(valueDate)];
    const summary = {
      el: `Εξόφληση ${sum.el} του συνεργάτη ${agentCode} με αναφορά ${reference} και ημερομηνία αξίας ${day}.`,
      en: `Settlement of ${sum.en} by agent ${agentCode} with reference ${reference} and value date ${day}.`,
    };
    const about = { amount, applicationId: null, agentCode };
    return this.actions.create(staff, { kind: 'SETTLEMENT', request, summary, why: OLD_VALUE_DATE, ...about });
  }

  private async settleNow(staff: StaffCaller, settlement: SettlementInput): Promise<SettlementResponse> {
    const { agentCode, valueDate } = settlement;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const dated = await this.accounts.dated(staff, agentCode);
        assertPastDay('valueDate', valueDate, dated.at);
        return await this.book(dated, settlement);
      } catch (error) {
        const isRunning = error instanceof DomainError && error.code === ErrorCode.IDEMPOTENT_REQUEST_RUNNING;
        if (!isRunning || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private book(staff: StaffCaller & Writer, settlement: SettlementInput): Promise<SettlementResponse> {
    const { environment, at } = staff;
    const { agentCode, amount, reference } = settlement;
    return this.store.transaction(staff, async (tx) => {
      const { transactionId, balance, valueDate, isNew } = await this.ledger.settle(tx, { ...settlement, at });
      const event = { action: 'settle', subject: 'agent', id: agentCode, environment, details: { amount, reference, valueDate } } as const;
      if (isNew) await this.audit.record(tx, toAuditActor(staff), event);
      return { transactionId, agentCode, amount: toNumber(amount), reference, valueDate, balance: toNumber(balance ?? '0.00') };
    });
  }
}

function toSettlement(agentCode: string, { amount, reference, valueDate }: SettlementRequest): SettlementInput {
  return { agentCode, amount: amount.toFixed(2), reference: reference.trim(), valueDate: parseLocalDate(valueDate) ?? valueDate };
}
