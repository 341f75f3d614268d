import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { CancellationReason } from '../../../pricing/refund.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { CancellationRepository } from '../cancellation/cancellation.repository.js';
import { CancellationService } from '../cancellation/cancellation.service.js';
import { toCustomer, type CustomerActor } from './customer-answer.service.js';
import { assertPurpose } from './customer-link.js';
import { WithdrawalRepository, type Withdrawal } from './withdrawal.repository.js';
import { WithdrawalWriter } from './withdrawal-writer.service.js';

/** The rule of the reason WITHDRAWAL decides, or staff when a claim is recorded (customer.38). */
@Injectable()
export class WithdrawalService {
  constructor(
    private readonly store: Store,
    private readonly applications: ApplicationService,
    private readonly cancellations: CancellationService,
    private readonly cancellationActs: CancellationRepository,
    private readonly withdrawals: WithdrawalRepository,
    private readonly writer: WithdrawalWriter,
  ) {}

  /** A second withdrawal returns the first one. @throws DomainError NOT_ALLOWED_IN_STATUS, INVALID */
  async receive(
    actor: CustomerActor,
    applicationId: number,
    { reason, linkId }: { readonly reason: string | null; readonly linkId: number | null },
  ): Promise<Withdrawal> {
    try {
      return await this.receiveFirst(actor, applicationId, reason, linkId);
    } catch (error) {
      const [latest] = error instanceof DomainError && BEATEN.has(error.code) ? await this.list(actor, applicationId) : [];
      if (!latest || latest.state === 'CLOSED') throw error;
      return latest;
    }
  }

  list(where: Writer, applicationId: number): Promise<Withdrawal[]> {
    return this.withdrawals.listWithdrawals(where, applicationId);
  }

  async close(
    by: Writer,
    id: number,
    closing: { readonly text: string; readonly by: string; readonly at: Date },
    audit: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.store.transaction(by, async (tx) => {
      const isClosed = await this.withdrawals.closeWithdrawal(tx, id, {
        closing: closing.text,
        closedBy: closing.by,
        closedAt: closing.at,
      });
      if (!isClosed) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_OPEN });
      await audit(tx);
    });
  }

  private async receiveFirst(
    actor: CustomerActor,
    applicationId: number,
    reason: string | null,
    linkId: number | null,
  ): Promise<Withdrawal> {
    const { current, by } = await this.applications.getBefore(toCustomer(actor), String(applicationId), 'cancel_mid_term');
    const timely = { ...actor, at: by.at, clock: by.clock };
    assertPurpose('withdraw', current, by.at);
    const claim = await this.cancellationActs.findClaim(actor, applicationId);
    return claim ? this.open(timely, current, reason, linkId, claim.claimNo) : this.cancel(timely, current, reason, linkId);
  }

  private async cancel(
    actor: CustomerActor,
    current: ApplicationRecord,
    reason: string | null,
    linkId: number | null,
  ): Promise<Withdrawal> {
    const today = toLocalDate(actor.at);
    const request = { reasonCode: CancellationReason.WITHDRAWAL, text: reason, receivedOn: today, date: today, claims: false };
    const ids: number[] = [];
    await this.cancellations.cancel(toCustomer(actor), String(current.id), request, async (tx, { refund }) => {
      ids.push(
        await this.writer.insert(tx, actor, current, { reason, linkId }, { state: 'CANCELLED', claimNo: null, refund: refund as Amount }),
      );
    });
    return this.get(actor, ids.at(-1)!);
  }

  private async open(
    actor: CustomerActor,
    current: ApplicationRecord,
    reason: string | null,
    linkId: number | null,
    claimNo: string,
  ): Promise<Withdrawal> {
    const id = await this.store.transaction(actor, async (tx) => {
      const open = await this.withdrawals.lockOpen(tx, current.id);
      if (open !== null) return open;
      const inserted = await this.writer.insert(tx, actor, current, { reason, linkId }, { state: 'OPEN', claimNo, refund: null });
      await this.withdrawals.insertTask(tx, current.id, buildTask(current, claimNo), actor.at);
      return inserted;
    });
    return this.get(actor, id);
  }

  private async get(actor: CustomerActor, id: number): Promise<Withdrawal> {
    const found = await this.withdrawals.findWithdrawal(actor, id);
    if (!found) throw new Error(`The withdrawal ${id} was not found.`);
    return found;
  }
}

const BEATEN: ReadonlySet<string> = new Set([ErrorCode.NOT_ALLOWED_IN_STATUS, ErrorCode.FINAL_STATUS, ErrorCode.CHANGED_MEANWHILE]);

function buildTask({ policyNo }: ApplicationRecord, claimNo: string): Record<Language, string> {
  return {
    el: `Υπαναχώρηση από το συμβόλαιο ${policyNo}, για το οποίο έχει καταχωρισθεί η ζημιά ${claimNo}: αποφασίστε και κλείστε την.`,
    en: `Withdrawal from policy ${policyNo}, of which claim ${claimNo} is recorded: decide and close it.`,
  };
}

const NOT_OPEN = { el: 'Η υπαναχώρηση δεν περιμένει απόφαση.', en: 'The withdrawal does not await a decision.' };
