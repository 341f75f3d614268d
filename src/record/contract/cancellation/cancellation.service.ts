import { Injectable } from '@nestjs/common';
import { getStartOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { sum, toAmount, toDecimal, type Amount } from '../../../common/money.js';
import type { Parts } from '../../../pricing/price.js';
import { CancellationReason, calculateRefund, type RefundAmounts, type RefundRow } from '../../../pricing/refund.js';
import type { RefundScale } from '../../../pricing/tariff.js';
import type { Actor, ApplicationRecord, AuditWriter, RecordMessage } from '../../core/applications/application.js';
import { ApplicationService, type Decision, type Save } from '../../core/applications/application.service.js';
import { dropSchedule, SCHEDULED_MESSAGE } from '../../core/applications/scheduled-cancellation.js';
import { isAllowed } from '../../core/applications/state-table.js';
import type { PaymentMethod, Receipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { getUnpaidCoverEnd } from '../../core/applications/unpaid-instalment.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { buildEarnedReceipt } from '../../money/ledger/receipt-plan.js';
import { joinReductions, type ReducedReceipt } from '../../money/ledger/reduced-receipts.js';
import { buildRefund } from '../../money/ledger/refund-plan.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import { getRow, type Transaction } from '../../../store/store.js';
import { CancellationRepository, formatReason, type ScheduledCancellation } from './cancellation.repository.js';
import {
  assertTerms,
  buildTerms,
  type CancellationAudit,
  type CancellationTerms,
  type RequestedCancellation,
} from './cancellation-terms.js';

export interface RefundedReceipt extends Omit<RefundRow, 'receipt'> {
  readonly receiptNo: number | null;
  readonly refundedReceiptNo: number;
  readonly instalmentNo: number;
  readonly method: PaymentMethod;
}

interface CancellationRefund {
  readonly terms: CancellationTerms;
  readonly reasonTitle: Text;
  readonly refund: Amount;
  readonly receipts: readonly RefundedReceipt[];
}

export interface Cancellation extends CancellationRefund {
  readonly application: ApplicationRecord;
}

interface WrittenRefund {
  readonly refund: Receipt | null;
  readonly paid: Receipt;
  readonly row: RefundRow;
}

type CancellationDecision = Required<Pick<Decision<LineCode, CancellationRefund>, 'change' | 'reason' | 'within'>>;

interface UnpaidEnd {
  readonly line: LineCode;
  readonly next: ReceiptWithCovers | null;
  readonly coverEnds: LocalDate;
}

interface CalculatedRefund extends RefundAmounts {
  readonly paid: readonly ReceiptWithCovers[];
}

/** Refunds premium by reason (money.13, money.86). */
@Injectable()
export class CancellationService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly cancellations: CancellationRepository,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: LedgerService,
    private readonly tariffs: TariffService,
    private readonly lists: ReferenceLists,
  ) {}

  /** Leaves out the refund. @throws DomainError as `cancel` */
  async getTerms(actor: Actor, id: string, request: RequestedCancellation): Promise<CancellationTerms> {
    const { current, by } = await this.applications.getBefore(actor, id, 'cancel_mid_term');
    await this.assertNoClaims(current, request, by);
    return this.checkTerms(current, request, by);
  }

  /**
   * The caller ensures that a second person approved if necessary.
   * @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, BAD_DATE, INVALID, REQUIRED,
   * CHANGED_MEANWHILE
   */
  async cancel(actor: Actor, id: string, request: RequestedCancellation, audit: CancellationAudit): Promise<Cancellation> {
    const { isScheduled } = await this.getTerms(actor, id, request);
    const action = isScheduled ? 'schedule_cancellation' : 'cancel_mid_term';
    const { application, result } = await this.applications.actAs<CancellationRefund>(actor, id, action, (current, _row, by) => {
      const terms = this.checkTerms(current, request, by);
      // The day of the cancellation has begun meanwhile.
      if (terms.isScheduled !== isScheduled) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
      return isScheduled ? this.decideSchedule(current, terms, by, audit) : this.decide(current, terms, by, audit);
    });
    return { application, ...result };
  }

  /** @throws DomainError APPLICATION_NOT_FOUND; CHILD_NOT_FOUND when no cancellation is scheduled */
  async getScheduled(where: Writer, id: string): Promise<ScheduledCancellation> {
    const { id: applicationId } = await this.applications.getAnyApplication(where, id);
    const scheduled = await this.cancellations.findScheduled(where, applicationId);
    if (!scheduled) throw buildNotScheduled();
    return scheduled;
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, CHILD_NOT_FOUND */
  async unschedule(actor: Actor, id: string, audit: AuditWriter): Promise<ApplicationRecord> {
    const { application } = await this.applications.actAs(actor, id, 'unschedule_cancellation', (current) => {
      const { cancelsOn } = current;
      if (cancelsOn === null) throw buildNotScheduled();
      return Promise.resolve({ change: dropSchedule(current), also: (tx: Transaction) => audit(tx, { date: cancelsOn }) });
    });
    return application;
  }

  async decideScheduled(current: ApplicationRecord, by: Actor): Promise<Decision> {
    const scheduled = await this.cancellations.findScheduled(by, current.id);
    if (!scheduled) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    const terms = buildTerms(current, scheduled, getStartOfDay(scheduled.date), this.getScale(current, by));
    const { within, ...decision } = await this.decide(current, terms, by, () => Promise.resolve());
    return { ...decision, within: async (tx, save) => void (await within(tx, save)) };
  }

  /** Asks for the premium of the days that were covered (money.84). */
  async lapse(tx: Transaction, { id, line }: ApplicationRecord, at: Date): Promise<void> {
    const next = await this.receipts.findNextPending(tx, id);
    const coverEnds = next && getUnpaidCoverEnd(next, line);
    if (!next || coverEnds === null) throw new Error(`Policy ${id} has no unpaid instalment that ends it.`);
    await this.cancellations.insertUndeclared(tx, id, { kind: 'NON_PAYMENT', coverEnds, cancelledAt: at });
    await this.closeUnpaid(tx, { line, next, coverEnds }, at);
  }

  private async assertNoClaims({ id }: ApplicationRecord, { reasonCode }: RequestedCancellation, by: Actor): Promise<void> {
    if (reasonCode !== CancellationReason.WITHDRAWAL) return;
    const claim = await this.cancellations.findClaim(by, id);
    if (!claim) return;
    const { claimNo, date } = claim;
    const text = {
      el: `Έχει καταχωρισθεί η ζημιά ${claimNo} (${formatDate(date)}): επιλέξτε άλλη αιτία.`,
      en: `Claim ${claimNo} of ${formatDate(date)} is recorded: choose another reason.`,
    };
    throw DomainError.ofViolations([{ path: 'claims', code: ErrorCode.INVALID, text }]);
  }

  private checkTerms(current: ApplicationRecord, request: RequestedCancellation, by: Actor): CancellationTerms {
    const terms = buildTerms(current, request, by.at, this.getScale(current, by));
    assertTerms(current, terms, this.lists.item('cancellationReasons', request.reasonCode)?.textRequired === true, by.at);
    return terms;
  }

  private getScale({ id, price }: ApplicationRecord, { environment }: Actor): RefundScale {
    const tariff = price && this.tariffs.find(environment, price.tariffCode, price.tariffVersion);
    if (!tariff) throw new Error(`The tariff of policy ${id} is not loaded.`);
    return tariff.refundScale;
  }

  private async decide(
    current: ApplicationRecord,
    terms: CancellationTerms,
    by: Actor,
    audit: CancellationAudit,
  ): Promise<CancellationDecision> {
    const [previous, renewal] = [await this.findPrevious(current, terms, by), await this.findOpenRenewal(current, by)];
    return {
      change: {},
      reason: formatReason(terms),
      within: async (tx, save) => {
        const { paid, rows, refund } = await this.calculate(tx, current, terms, by);
        const next = await this.receipts.findNextPending(tx, current.id);
        // A policy whose whole premium is given back owes nothing.
        const coverEnds = terms.rule === 'ALL' ? current.startDate : terms.coverEnds;
        await this.closeUnpaid(tx, { line: current.line, next, coverEnds }, by.at);
        await this.cancellations.insert(tx, current.id, terms, by.at);
        const written: WrittenRefund[] = [];
        for (const [index, row] of rows.entries()) written.push(await this.insertRefund(tx, by.at, paid[index], row, terms));
        await save({ messages: [this.toMessage(terms, refund), ...current.messages] });
        if (previous)
          await this.applications.saveIn(tx, by, previous, 'void_renewal', { change: {}, reason: current.policyNo ?? undefined });
        if (renewal) await this.cancelRenewal(tx, by, renewal);
        await this.book(tx, { at: by.at, line: current.line }, written);
        await audit(tx, toAuditDetails(terms, refund), { current, by, terms, refund });
        return { terms, reasonTitle: this.getTitle(terms), refund, receipts: written.map(toRefunded) };
      },
    };
  }

  private async decideSchedule(
    current: ApplicationRecord,
    terms: CancellationTerms,
    by: Actor,
    audit: AuditWriter,
  ): Promise<CancellationDecision> {
    if (current.cancelsOn !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: buildScheduledText(current.cancelsOn) });
    const renewal = await this.findOpenRenewal(current, by);
    return {
      change: { cancelsOn: terms.date, messages: [this.toScheduledMessage(terms), ...current.messages] },
      reason: formatReason(terms),
      within: async (tx: Transaction, save: Save) => {
        const { paid, rows, refund } = await this.calculate(tx, current, terms, by);
        await this.cancellations.insertScheduled(tx, current.id, terms, by);
        await save();
        if (renewal) await this.cancelRenewal(tx, by, renewal);
        await audit(tx, { ...toAuditDetails(terms, refund), scheduled: true });
        return {
          terms,
          reasonTitle: this.getTitle(terms),
          refund,
          receipts: rows.map((row, index) => toRefunded({ refund: null, paid: paid[index]!, row })),
        };
      },
    };
  }

  private async findPrevious({ renewalOf }: ApplicationRecord, { kind }: CancellationTerms, by: Actor): Promise<ApplicationRecord | null> {
    if (renewalOf === null || kind === 'CANCELLATION') return null;
    const previous = await this.applications.getAnyApplication(by, String(renewalOf));
    return isAllowed(previous.status, 'void_renewal', by.role, previous.line) ? previous : null;
  }

  private async findOpenRenewal({ renewedBy }: ApplicationRecord, by: Actor): Promise<ApplicationRecord | null> {
    if (renewedBy === null) return null;
    const renewal = await this.applications.getAnyApplication(by, String(renewedBy));
    return isAllowed(renewal.status, 'cancel', by.role, renewal.line) ? renewal : null;
  }

  private async cancelRenewal(tx: Transaction, by: Actor, renewal: ApplicationRecord): Promise<void> {
    await this.applications.saveIn(tx, by, renewal, 'cancel', { change: {}, reason: 'POLICY_CANCELLED' });
  }

  private async calculate(tx: Transaction, current: ApplicationRecord, terms: CancellationTerms, by: Actor): Promise<CalculatedRefund> {
    const paid = joinReductions(await this.receipts.findPaid(tx, current.id));
    const periods = paid.map((receipt) => ({ ...toPeriod(receipt), ...pickParts(receipt), nets: toNets(receipt) }));
    const { rule, coverEnds } = terms;
    const termNet = current.price?.net ?? '0.00';
    return {
      paid,
      ...calculateRefund(periods, { rule, coverEnds, termNet, startDate: current.startDate, scale: this.getScale(current, by) }),
    };
  }

  /** Cancels the pending receipts, and asks for the premium of their days before `coverEnds` (money.84). */
  private async closeUnpaid(tx: Transaction, { line, next, coverEnds }: UnpaidEnd, at: Date): Promise<void> {
    if (!next) return;
    const { applicationId, periodFrom } = next;
    await this.receipts.cancelPending(tx, applicationId, at);
    if (coverEnds <= periodFrom) return;
    const earned = getRow(await this.receipts.insertReceipts(tx, next, [buildEarnedReceipt(next, coverEnds, toLocalDate(at))], null, at));
    const { receiptNo, policyNo, instalmentNo } = earned;
    await this.ledger.write(tx, { at, line, applicationId, receiptNo, parts: earned, reference: `${policyNo}/${instalmentNo}` });
  }

  private async insertRefund(
    tx: Transaction,
    at: Date,
    paid: ReceiptWithCovers | undefined,
    row: RefundRow,
    { rule, coverEnds }: CancellationTerms,
  ): Promise<WrittenRefund> {
    if (!paid?.payment) throw new Error('The refunded receipt is not paid.');
    if (toDecimal(row.gross).eq(0)) return { refund: null, paid, row };
    const periodFrom = rule === 'PRO_RATA' && coverEnds > paid.periodFrom ? coverEnds : paid.periodFrom;
    const planned = buildRefund(paid, { row, periodFrom, issueDate: toLocalDate(at) });
    const payment = { method: paid.payment.method, reference: `${paid.payment.reference}/REFUND`, paidAt: at };
    const refund = getRow(await this.receipts.insertReceipts(tx, paid, [planned], payment, at));
    return { refund, paid, row };
  }

  private async book(
    tx: Transaction,
    of: { readonly at: Date; readonly line: LineCode },
    written: readonly WrittenRefund[],
  ): Promise<void> {
    for (const { refund, paid } of written) {
      if (!refund) continue;
      const { applicationId, receiptNo, payment } = refund;
      const reference = payment?.reference ?? '';
      await this.ledger.refund(tx, { ...of, applicationId, receiptNo, refundedReceiptNo: paid.receiptNo, parts: refund, reference });
    }
  }

  private toMessage(terms: CancellationTerms, refund: Amount): RecordMessage {
    const [day, sum, title, why] = [formatDate(terms.date), formatEuro(refund), KIND_TITLES[terms.kind], this.toReason(terms)];
    const text = {
      el: `${title.el} στις ${day}: επιστρέφονται ${sum.el}. ${why.el}`,
      en: `${title.en} on ${day}: ${sum.en} is refunded. ${why.en}`,
    };
    return { code: 'CANCELLATION', severity: 'warning', path: 'application', text };
  }

  private toScheduledMessage(terms: CancellationTerms): RecordMessage {
    const [day, why] = [formatDate(terms.date), this.toReason(terms)];
    const text = {
      el: `Το συμβόλαιο ακυρώνεται στις ${day}, ώρα 00:00. ${why.el}`,
      en: `The policy is cancelled on ${day} at 00:00. ${why.en}`,
    };
    return { code: SCHEDULED_MESSAGE, severity: 'warning', path: 'application', text };
  }

  private toReason(request: RequestedCancellation): Text {
    const [{ el, en }, { text }] = [this.getTitle(request), request];
    return text === null ? { el: `${el}.`, en: `${en}.` } : { el: `${el}: ${text}`, en: `${en}: ${text}` };
  }

  private getTitle({ reasonCode }: RequestedCancellation): Text {
    return this.lists.title('cancellationReasons', reasonCode) ?? { el: reasonCode, en: reasonCode };
  }
}

/** An erasure deletes `reason` from the audit record. */
function toAuditDetails(terms: CancellationTerms, refund: Amount): Readonly<Record<string, unknown>> {
  const { date, receivedOn, reasonCode, text, claims, kind, rule } = terms;
  return { date, receivedOn, reasonCode, reason: text, claims, withdrawal: kind === 'WITHDRAWAL', rule, refund };
}

function toPeriod({ periodFrom: from, periodTo: to }: Pick<Receipt, 'periodFrom' | 'periodTo'>) {
  return { from, to };
}

function pickParts({ net, fee, tax, levy }: Receipt): Parts<Amount> {
  return { net, fee, tax, levy };
}

function toNets({ reductions, ...receipt }: ReducedReceipt) {
  const given = reductions.map((reduction) => ({ ...toPeriod(reduction), net: reduction.net }));
  const first = toDecimal(receipt.net).minus(sum(given.map(({ net }) => net)));
  return [{ ...toPeriod(receipt), net: toAmount(first) }, ...given];
}

function toRefunded({ refund, paid, row: { receipt: _number, ...row } }: WrittenRefund): RefundedReceipt {
  const { receiptNo: refundedReceiptNo, instalmentNo, payment } = paid;
  return { ...row, receiptNo: refund?.receiptNo ?? null, refundedReceiptNo, instalmentNo, method: payment?.method ?? 'CHARGE' };
}

function buildNotScheduled(): DomainError {
  const text = { el: 'Δεν έχει προγραμματιστεί ακύρωση.', en: 'No cancellation is scheduled.' };
  return new DomainError(ErrorCode.CHILD_NOT_FOUND, { text });
}

function buildScheduledText(day: LocalDate): Text {
  return {
    el: `Έχει ήδη προγραμματιστεί ακύρωση για τις ${formatDate(day)}: ανακαλέστε την πρώτα.`,
    en: `A cancellation is already scheduled for ${formatDate(day)}: withdraw it first.`,
  };
}

const KIND_TITLES: Readonly<Record<CancellationTerms['kind'], Text>> = {
  CANCELLATION: { el: 'Ακύρωση', en: 'Cancellation' },
  WITHDRAWAL: { el: 'Υπαναχώρηση', en: 'Withdrawal' },
  VOID: { el: 'Ακύρωση από ενάρξεως', en: 'Cancellation from the start' },
};
