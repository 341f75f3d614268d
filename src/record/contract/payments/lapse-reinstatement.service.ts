import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { Status } from '../../core/applications/status.js';
import { getLastPaymentDay } from '../../core/applications/unpaid-instalment.js';
import { buildLateReceipt } from '../../money/ledger/receipt-plan.js';
import { getLineRow } from '../../reference/products/line-table.js';
import { ReinstatementRepository, type EndingAct, type UnpaidInstalment } from '../cancellation/reinstatement.repository.js';
import {
  buildRefusal,
  ReinstatementService,
  buildReinstatementMessages,
  toRenewedElsewhere,
} from '../cancellation/reinstatement.service.js';
import { IssueService, type AfterPayment } from '../issue/issue.service.js';
import type { CustomerPayer } from '../issue/payer.js';

interface Lapse {
  readonly act: EndingAct;
  readonly unpaid: UnpaidInstalment;
  readonly isInTime: boolean;
}

interface LapsePayment extends Lapse {
  readonly payer: CustomerPayer;
  readonly after: AfterPayment;
  readonly reason: string;
}

/** Puts lapsed policies in force again by the payment of their instalment (money.122, money.123). */
@Injectable()
export class LapseReinstatementService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly repository: ReinstatementRepository,
    private readonly reinstatements: ReinstatementService,
    private readonly issuing: IssueService,
    private readonly plates: PolicyPlateRepository,
  ) {}

  async findPaidInTime(by: Actor, policy: ApplicationRecord, valueDate: LocalDate): Promise<Lapse | null> {
    if (policy.status !== Status.CANCELLED_MID_TERM) return null;
    const act = await this.repository.findAct(by, policy.id);
    const unpaid = act?.kind === 'NON_PAYMENT' ? await this.repository.findUnpaid(by, policy.id, act.cancelledAt) : null;
    const lastDay = unpaid && getLastPaymentDay(unpaid, policy.line);
    return act && unpaid && lastDay !== null && valueDate <= lastDay ? { act, unpaid, isInTime: true } : null;
  }

  /** @throws DomainError FINAL_STATUS; NOT_ALLOWED_IN_STATUS without a lapse, or after its period */
  async getLapse(by: Actor, policy: ApplicationRecord): Promise<Lapse> {
    const act = await this.reinstatements.getAct(by, policy);
    const unpaid = act.kind === 'NON_PAYMENT' ? await this.repository.findUnpaid(by, policy.id, act.cancelledAt) : null;
    if (!unpaid) throw buildRefusal(NOT_LAPSED);
    return { act, unpaid, isInTime: false };
  }

  /**
   * Returns null when the policy has changed.
   * @throws DomainError NOT_ALLOWED_IN_STATUS, DUPLICATE_POLICY, ALREADY_PAID, WRONG_AMOUNT
   */
  async reinstate(actor: Actor, policy: ApplicationRecord, lapse: LapsePayment): Promise<ApplicationRecord | null> {
    const { act, unpaid, isInTime, payer, after, reason } = lapse;
    const { at } = actor;
    const today = toLocalDate(at);
    if (addDays(today, 1) >= unpaid.periodTo) throw buildRefusal(buildTooLate(unpaid.periodTo));
    const isSuspended = getLineRow(policy.line).isSuspendedUnpaid === true;
    if (isInTime ? act.isEarnedPaid : !isSuspended && !act.isEarnedPaid) throw buildRefusal(isInTime ? EARNED_PAID : EARNED_DUE);
    const earnedUntil = isSuspended ? null : act.coverEnds;
    const buildRest = (next: ReceiptWithCovers): NewReceipt => buildLateReceipt(next, addDays(payer.valueDate, 1), today, earnedUntil);
    const saved = this.applications.save(actor, policy, 'reinstate', {
      change: {},
      reason,
      within: async (tx, save) => {
        await this.plates.assertFree(tx, policy);
        await this.reinstatements.restoreReceipts(tx, policy, act, at);
        await this.issuing.payNext(
          tx,
          actor,
          { ...policy, status: Status.UNPAID },
          {
            payer,
            after,
            buildRest: isInTime ? undefined : buildRest,
            save: async (change, paid) => {
              const from = paid.gapFrom === null ? null : paid.periodFrom;
              await save({ ...change, messages: buildReinstatementMessages(policy, at, from) });
              await this.reinstatements.writeLetter(tx, actor, policy, act, from ?? act.coverEnds);
            },
          },
        );
      },
    });
    const outcome = await saved.catch((error: unknown) => {
      throw toRenewedElsewhere(error);
    });
    return outcome && outcome.application;
  }
}

const NOT_LAPSED: Text = {
  el: 'Το συμβόλαιο δεν λύθηκε λόγω μη καταβολής δόσης. Επανέρχεται σε ισχύ χωρίς πληρωμή.',
  en: 'The policy did not lapse because of an unpaid instalment. It is reinstated without a payment.',
};
const EARNED_PAID: Text = {
  el: 'Έχει πληρωθεί το ασφάλιστρο των ημερών που καλύφθηκαν, οπότε η δόση δεν εισπράττεται ολόκληρη.',
  en: 'The premium of the covered days has been paid, so the whole instalment cannot be paid.',
};
const EARNED_DUE: Text = {
  el: 'Οφείλεται το ασφάλιστρο των ημερών που καλύφθηκαν. Πρέπει να πληρωθεί πριν από την επαναφορά.',
  en: 'The premium of the covered days is owed. It must be paid before the reinstatement.',
};

function buildTooLate(periodTo: LocalDate): Text {
  const day = formatDate(periodTo);
  return {
    el: `Η περίοδος της ανεξόφλητης δόσης έληξε στις ${day}. Εκδώστε νέο συμβόλαιο.`,
    en: `The period of the unpaid instalment ended on ${day}. Issue a new policy.`,
  };
}
