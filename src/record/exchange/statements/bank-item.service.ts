import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { foldName } from '../../../common/fold-name.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { SettingsService, type BankRule } from '../../reference/settings/settings.service.js';
import { BankStatementRepository, type OpenDebit, type WaitingTransfer } from './bank-statement.repository.js';

export type BookedKind = 'payment' | 'return' | 'payout_batch' | 'bank_statement';

export interface StatementBooker {
  readonly environment: Environment;
  readonly at: Date;
  readonly userId: number;
  readonly name: string;
  readonly audit: (tx: Transaction, booked: BookedKind, id: string | number, details: Readonly<Record<string, unknown>>) => Promise<void>;
}

const NO_OPEN_DEBIT = { el: 'Δεν υπάρχει ανοικτή χρέωση με αυτόν τον αριθμό.', en: 'There is no open debit with this id.' };

/** Books lines of the bank that are no payments, such as charges and interest (money.100). */
@Injectable()
export class BankItemService {
  constructor(
    private readonly store: Store,
    private readonly repository: BankStatementRepository,
    private readonly ledger: LedgerService,
    private readonly settings: SettingsService,
  ) {}

  /** No rule is about payments with a code. */
  async findRule({ environment }: StatementBooker, transfer: WaitingTransfer): Promise<BankRule | null> {
    const { isCredit, paymentCode, paymentCodes } = transfer;
    if (isCredit && (paymentCode !== null || paymentCodes !== null)) return null;
    const { bankRules } = await this.settings.get(environment);
    return bankRules.find((rule) => fitsRule(rule, transfer)) ?? null;
  }

  async bookByRule(booker: StatementBooker, transfer: WaitingTransfer): Promise<boolean> {
    const rule = await this.findRule(booker, transfer);
    if (!rule) return false;
    await this.store.transaction(booker.environment, (tx) => this.bookTo(tx, booker, transfer, rule.account));
    return true;
  }

  async bookOpenDebit(booker: StatementBooker & Writer, statementId: number, id: number, account: string): Promise<void> {
    await this.store.transaction(booker, async (tx) => {
      await this.bookTo(tx, booker, await this.lockDebit(tx, statementId, id), account);
      await this.repository.match(tx, statementId);
    });
  }

  async lockDebit(tx: Transaction, statementId: number, id: number): Promise<OpenDebit> {
    const debit = await this.repository.lockDebit(tx, statementId, id);
    if (!debit) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: NO_OPEN_DEBIT });
    return debit;
  }

  private async bookTo(tx: Transaction, { at, audit }: StatementBooker, transfer: OpenDebit, account: string): Promise<void> {
    const { amount, reference, bookingDate, valueDate, isCredit, statementId, id } = transfer;
    const day = pastDay(bookingDate ?? valueDate, at) ?? toLocalDate(at);
    const { transactionId } = await this.ledger.bookBankItem(tx, { at, amount, reference, valueDate: day }, account, isCredit);
    await this.repository.mark(tx, id, { result: 'BOOKED', account, transactionId });
    await audit(tx, 'bank_statement', statementId, { transferId: id, account, amount, reference });
  }
}

export function pastDay(day: LocalDate | null, at: Date): LocalDate | null {
  return day !== null && day < toLocalDate(at) ? day : null;
}

/** A rule without code and text is about every transfer of its direction. */
function fitsRule({ direction, bankCode, text }: BankRule, transfer: WaitingTransfer): boolean {
  if (direction !== (transfer.isCredit ? 'CREDIT' : 'DEBIT')) return false;
  if (bankCode && !(transfer.bankCode ?? '').startsWith(bankCode)) return false;
  return !text || foldName(transfer.remittance ?? '').includes(foldName(text));
}
