import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Transaction } from '../../../store/store.js';
import type { Actor, ApplicationRecord, RecordMessage } from '../../core/applications/application.js';
import { ApplicationService, type Decision } from '../../core/applications/application.service.js';
import type { Receipt } from '../../core/applications/receipt.js';
import { Status } from '../../core/applications/status.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { CancellationRepository } from '../cancellation/cancellation.repository.js';
import { toLastReceipt } from '../issue/issue.service.js';
import { ALREADY_REVERSED, BookingReversalService, buildNotAllowed, type ReversalContext } from './booking-reversal.service.js';
import { ReversalRepository, type Booking } from './reversal.repository.js';

const REVERSIBLE_STATUSES: ReadonlySet<Status> = new Set([Status.IN_FORCE, Status.UNPAID]);

@Injectable()
export class ReversalService {
  constructor(
    private readonly repository: ReversalRepository,
    private readonly applications: ApplicationService,
    private readonly receipts: ReceiptRepository,
    private readonly cancellations: CancellationRepository,
    private readonly bookings: BookingReversalService,
  ) {}

  async get(actor: Actor, transactionId: number): Promise<Booking> {
    const booking = await this.repository.find(actor, transactionId);
    if (!booking) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
    return booking;
  }

  async reverse(context: ReversalContext, transactionId: number, reason: string): Promise<void> {
    const booking = await this.get(context.actor, transactionId);
    if (booking.isReversed) throw buildNotAllowed(ALREADY_REVERSED);
    if (booking.isFromFile) throw buildNotAllowed(FROM_FILE);
    const { applicationId, receiptNo } = booking;
    if (applicationId === null || receiptNo === null) return this.bookings.reverse(context, booking, reason);
    await this.reversePayment(context, { ...booking, applicationId, receiptNo }, reason);
  }

  private async reversePayment(
    by: ReversalContext,
    booking: Booking & { readonly applicationId: number; readonly receiptNo: number },
    reason: string,
  ): Promise<void> {
    const id = String(booking.applicationId);
    const current = await this.applications.getAnyApplication(by.actor, id);
    await this.assertNotAmended(by, booking);
    const isIssue = current.lastReceipt?.receiptNo === booking.receiptNo && current.lastReceipt.instalmentNo === 1;
    if (!REVERSIBLE_STATUSES.has(current.status)) throw buildNotAllowed(toEndedText(current));
    await this.applications.actAs(by.actor, id, isIssue ? 'cancel_mid_term' : 'reverse_payment', (application, _row, actor) => {
      const dated = { ...by, actor };
      const undo = isIssue ? this.undoIssue.bind(this) : this.reopenInstalment.bind(this);
      return Promise.resolve(undo(dated, booking, application, reason));
    });
  }

  private async assertNotAmended(
    by: ReversalContext,
    booking: { readonly applicationId: number; readonly receiptNo: number },
  ): Promise<void> {
    const receipts = await this.receipts.listBooked(by.actor, booking.applicationId);
    const instalment = receipts.find(({ receiptNo }) => receiptNo === booking.receiptNo)?.instalmentNo;
    if (receipts.some(({ kind, instalmentNo }) => kind === 'ENDORSEMENT' && instalmentNo === instalment)) throw buildNotAllowed(IS_AMENDED);
  }

  private undoIssue(by: ReversalContext, booking: Booking, application: ApplicationRecord, reason: string): Decision {
    const { at } = by.actor;
    const { id, startDate, renewalOf, renewedBy, messages } = application;
    if (renewalOf !== null || renewedBy !== null) throw buildNotAllowed(toRenewalText(application));
    return {
      change: {},
      reason,
      within: async (tx, save) => {
        await this.reopen(tx, booking, at);
        await this.bookings.book(tx, by, booking, reason);
        await this.receipts.cancelPending(tx, id, at);
        await this.cancellations.insertUndeclared(tx, id, { kind: 'CANCELLATION', coverEnds: startDate, cancelledAt: at });
        await save({ lastReceipt: null, messages: [toMessage(booking), ...messages] });
      },
    };
  }

  /** Makes the last paid instalment of a policy due again; the clock makes it 55 if its period has begun. */
  private reopenInstalment(by: ReversalContext, booking: Booking, application: ApplicationRecord, reason: string): Decision {
    const { at } = by.actor;
    return {
      change: {},
      reason,
      within: async (tx, save) => {
        const paid = (await this.receipts.findPaid(tx, application.id)).filter(({ kind }) => kind !== 'ENDORSEMENT');
        const index = paid.findIndex(({ receiptNo }) => receiptNo === booking.receiptNo);
        const later = paid[index + 1];
        if (later !== undefined) throw buildNotAllowed(toLaterText(application, later));
        await this.reopen(tx, booking, at);
        const previous = paid[index - 1];
        await save({ lastReceipt: previous === undefined ? null : toLastReceipt(previous) });
        await this.bookings.book(tx, by, booking, reason);
      },
    };
  }

  private async reopen(tx: Transaction, { receiptNo }: Booking, at: Date): Promise<void> {
    if (receiptNo === null || !(await this.receipts.reopen(tx, receiptNo, at))) throw buildNotAllowed(ALREADY_REVERSED);
  }
}

const FROM_FILE: Text = {
  el: 'Η εγγραφή προέρχεται από αρχείο της τράπεζας: τα χρήματα έχουν εισπραχθεί. Επιστρέψτε τα ή ακυρώστε το συμβόλαιο.',
  en: 'The booking comes from a file of the bank, so the money was received. Refund it, or cancel the policy.',
};

const IS_AMENDED: Text = {
  el: 'Η δόση μεταβλήθηκε με πρόσθετη πράξη: αντιλογίστε την πρόσθετη πράξη ή ακυρώστε το συμβόλαιο.',
  en: 'An amendment has changed the instalment: reverse the amendment, or cancel the policy.',
};

function toEndedText({ policyNo, applicationNo }: ApplicationRecord): Text {
  const name = policyNo ?? applicationNo;
  return {
    el: `Το συμβόλαιο ${name} δεν είναι πλέον σε ισχύ, οπότε η πληρωμή του δεν αντιλογίζεται.`,
    en: `The policy ${name} is no longer in force, so its payment cannot be reversed.`,
  };
}

function toRenewalText({ policyNo, applicationNo }: ApplicationRecord): Text {
  const name = policyNo ?? applicationNo;
  return {
    el: `Από την πληρωμή εκδόθηκε το συμβόλαιο ${name}, που συνδέεται με ανανέωση. Ακυρώστε πρώτα τα συμβόλαια.`,
    en: `The payment issued policy ${name}, which is linked to a renewal. Cancel the policies first.`,
  };
}

function toLaterText({ policyNo, applicationNo }: ApplicationRecord, { instalmentNo }: Receipt): Text {
  const name = policyNo ?? applicationNo;
  return {
    el: `Του συμβολαίου ${name} πληρώθηκε αργότερα και η δόση ${instalmentNo}. Αντιλογίστε πρώτα εκείνη την πληρωμή.`,
    en: `Instalment ${instalmentNo} of policy ${name} was paid later. Reverse that payment first.`,
  };
}

function toMessage({ amount }: Booking): RecordMessage {
  const sum = formatEuro(amount);
  const text = {
    el: `Ακύρωση από την έναρξη: αντιλογίστηκε η πληρωμή ${sum.el}.`,
    en: `Cancelled from the start: the payment of ${sum.en} was reversed.`,
  };
  return { code: 'CANCELLATION', severity: 'warning', path: 'application', text };
}
