import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import { toDecimal } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { BankItemService, type StatementBooker } from '../../../record/exchange/statements/bank-item.service.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildAboveLimit } from '../../access/pending-actions/pending-action.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import type { BankTransferResponse } from './bank-statements.dto.js';
import { BankStatementSearchRepository } from './bank-statement-search.repository.js';

interface DebitInput {
  readonly statementId: number;
  readonly id: number;
  readonly account: string;
}

@Injectable()
export class StaffBankDebitService {
  constructor(
    private readonly store: Store,
    private readonly items: BankItemService,
    private readonly search: BankStatementSearchRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<DebitInput>('BANK_ITEM', { roles: ['issuing'], run: (staff, request) => this.bookNow(staff, request) });
  }

  async book(staff: StaffCaller, request: DebitInput): Promise<BankTransferResponse | PendingActionResponse> {
    const { statementId, id, account } = request;
    const tx = this.store.withoutTransaction(staff.environment);
    const [{ amount, reference }, { secondPersonAbove: limit }] = await Promise.all([
      this.items.lockDebit(tx, statementId, id),
      this.settings.get(staff),
    ]);
    if (toDecimal(amount).lte(limit)) return this.bookNow(staff, request);
    const sum = formatEuro(amount);
    const summary = {
      el: `Χρέωση της τράπεζας ${sum.el} με αναφορά ${reference} στον λογαριασμό «${account}».`,
      en: `Debit of the bank of ${sum.en} with reference ${reference} to the account “${account}”.`,
    };
    const about = { amount, applicationId: null, agentCode: null };
    return this.actions.create(staff, { kind: 'BANK_ITEM', request, summary, why: buildAboveLimit(limit), ...about });
  }

  private async bookNow(staff: StaffCaller, { statementId, id, account }: DebitInput): Promise<BankTransferResponse> {
    const { environment } = staff;
    const booker: StatementBooker & Writer = {
      ...staff,
      audit: (tx, _booked, subjectId, details) =>
        this.audit.record(tx, toAuditActor(staff), { action: 'book', subject: 'bank_statement', id: subjectId, environment, details }),
    };
    await this.items.bookOpenDebit(booker, statementId, id, account);
    return this.search.getTransfer(staff, statementId, id);
  }
}
