import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { sum, toAmount, toDecimal, type Amount } from '../../../common/money.js';
import type { Amendment } from '../../core/amendments/amendment.js';
import { SegmentRepository, type ContractSegment } from '../../core/amendments/segment.repository.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService, type Decision } from '../../core/applications/application.service.js';
import { isAllowed } from '../../core/applications/state-table.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import type { Payment, PaymentMethod, Receipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { findChangedPersons } from '../../core/parties/person.js';
import { BANK, buildCustomerAccount } from '../../money/ledger/account.js';
import type { Posted } from '../../money/ledger/ledger.repository.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { getRow, type Transaction } from '../../../store/store.js';
import type { AfterPayment } from '../issue/issue.service.js';
import type { Payer } from '../issue/payer.js';
import type { Assessment } from './amendment-calculator.service.js';
import { buildPolicyChange } from './policy-change.js';
import type { RunningContract } from './running-contract.service.js';

export interface ContractChange {
  readonly contract: RunningContract;
  readonly assessment: Assessment;
  readonly amendment: Amendment;
  readonly mark: (tx: Transaction) => Promise<Amendment>;
  readonly payer: Payer | null;
  readonly after?: AfterPayment | undefined;
}

@Injectable()
export class AmendmentIssueService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly segments: SegmentRepository,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: LedgerService,
    private readonly plates: PolicyPlateRepository,
    private readonly lines: LineRegistry,
  ) {}

  /** The caller has checked that the transition is allowed. */
  decide(by: Actor, change: ContractChange): Decision<LineCode, Amendment> {
    const { contract, assessment, amendment } = change;
    const { policy } = contract;
    const line = this.lines.of<LineCode>(policy.line);
    const renewal = findOpenRenewal(contract);
    const persons = assessment.segments.flatMap(({ questionnaire }) =>
      findChangedPersons(line.personsOf(questionnaire), line.personsOf(policy.questionnaire)),
    );
    return {
      reason: String(amendment.amendmentNo),
      persons: persons.filter((person, index) => persons.findIndex(({ afm }) => afm === person.afm) === index),
      change: { ...buildPolicyChange(line, policy, assessment.segments, toLocalDate(by.at)), ...(renewal && { renewedBy: null }) },
      within: async (tx, save) => {
        await this.assertPlatesFree(tx, policy, assessment.segments);
        const [marked] = await Promise.all([change.mark(tx), this.segments.replace(tx, policy.id, assessment.segments, by.at)]);
        const written = await this.writeReceipts(tx, by, change);
        await save();
        // The clock, or the agent, prepares it again from the last segment.
        if (renewal)
          await this.applications.saveIn(tx, { ...by, role: 'clock' }, renewal, 'cancel', { change: {}, reason: 'POLICY_CHANGED' });
        await this.book(tx, by, change, written);
        const [before, after] = [contract.segments, assessment.segments].map((segments) => segments.at(-1)?.questionnaire);
        if (before && after) await line.saveChange?.(tx, { environment: by.environment, agentCode: policy.agentCode }, before, after);
        return marked;
      },
    };
  }

  private async assertPlatesFree(tx: Transaction, policy: ApplicationRecord, segments: readonly ContractSegment[]): Promise<void> {
    const line = this.lines.of<LineCode>(policy.line);
    const plates = new Set(segments.map(({ questionnaire }) => line.plateOf(questionnaire)));
    for (const plateNo of plates) if (plateNo !== policy.plateNo) await this.plates.assertFree(tx, { ...policy, plateNo });
  }

  private async writeReceipts(
    tx: Transaction,
    by: Actor,
    { contract, assessment, amendment, payer }: ContractChange,
  ): Promise<WrittenReceipts> {
    const { policy } = contract;
    const policyNo = policy.policyNo ?? policy.applicationNo;
    const of = { applicationId: policy.id, policyNo, amendmentId: amendment.id };
    const agentCode = await this.findPayingAgent(tx, contract, assessment, payer);
    const payment = buildPayment(by, { policyNo, amendmentNo: amendment.amendmentNo, payer, method: agentCode === null ? 'RF' : 'CHARGE' });
    const endorsements: Receipt[] = [];
    for (const planned of assessment.receipts.endorsements)
      endorsements.push(getRow(await this.receipts.insertReceipts(tx, of, [planned], payment, by.at)));
    for (const replacement of assessment.receipts.replacements) {
      const replaced = contract.receipts.find(({ receiptNo }) => receiptNo === replacement.replaces);
      if (!replaced) throw new Error(`The receipt that amendment ${amendment.id} replaces is not pending.`);
      await this.receipts.cancel(tx, replaced, by.at);
      await this.receipts.insertReceipts(tx, of, [replacement], null, by.at);
    }
    return { agentCode, payment, endorsements };
  }

  private async findPayingAgent(
    tx: Transaction,
    { policy, receipts }: RunningContract,
    { receipts: planned }: Assessment,
    payer: Payer | null,
  ) {
    if (payer) return payer.method === 'CHARGE' ? payer.agentCode : null;
    const [first] = planned.endorsements;
    const main = first && findMain(receipts, first.instalmentNo);
    return main ? this.ledger.findPayingAgent(tx, policy.id, main.receiptNo) : null;
  }

  private async book(
    tx: Transaction,
    by: Actor,
    change: ContractChange,
    { agentCode, payment, endorsements }: WrittenReceipts,
  ): Promise<void> {
    const { contract, payer, after } = change;
    const { id: applicationId, line } = contract.policy;
    const due = toAmount(sum(endorsements.map(({ gross }) => gross)));
    if (payer?.method === 'CHARGE' && payer.isOverLimit) throw new DomainError(ErrorCode.CREDIT_LIMIT);
    let received: Posted | null = null;
    if (payer?.method === 'RF') {
      const { amount, reference, valueDate, from } = payer;
      const movement = { at: by.at, applicationId, amount, due, reference, ...(from === BANK && { valueDate }) };
      received = await this.ledger.receiveForAmendment(tx, movement, from);
    }
    // Refunds come first, so that an agent's limit does not refuse what the amendment itself pays.
    const ordered = [...endorsements].sort((a, b) => toDecimal(a.gross).cmp(b.gross));
    const posted: { readonly receipt: Receipt; readonly booking: Posted | null }[] = [];
    for (const receipt of ordered) {
      const posting = { at: by.at, line, applicationId, receiptNo: receipt.receiptNo, parts: receipt, reference: payment.reference };
      posted.push({ receipt, booking: await this.bookReceipt(tx, receipt, { ...posting, agentCode }) });
    }
    const [first] = posted;
    if (agentCode === null && first?.booking && toDecimal(due).lt(0))
      await this.ledger.oweForAmendment(tx, first.booking, {
        at: by.at,
        applicationId,
        receiptNo: first.receipt.receiptNo,
        amount: negate(due),
      });
    const last = posted.at(-1);
    const money = received ?? last?.booking;
    if (after && last && money) await after(tx, last.receipt, money);
  }

  private async bookReceipt(
    tx: Transaction,
    { gross }: Receipt,
    { agentCode, ...posting }: Parameters<LedgerService['write']>[1] & { readonly agentCode: string | null },
  ): Promise<Posted | null> {
    const sign = toDecimal(gross).cmp(0);
    if (sign === 0) {
      await this.ledger.write(tx, posting);
      return null;
    }
    if (sign < 0) return this.ledger.returnPayment(tx, { ...posting, agentCode });
    return agentCode === null
      ? this.ledger.collect(tx, posting, buildCustomerAccount(posting.applicationId))
      : this.ledger.charge(tx, { ...posting, agentCode });
  }
}

function findOpenRenewal({ renewal }: RunningContract): ApplicationRecord | null {
  return renewal && isAllowed(renewal.status, 'cancel', 'clock', renewal.line) ? renewal : null;
}

interface WrittenReceipts {
  readonly agentCode: string | null;
  readonly payment: Payment;
  readonly endorsements: readonly Receipt[];
}

interface PaymentFacts {
  readonly policyNo: string;
  readonly amendmentNo: number;
  readonly payer: Payer | null;
  readonly method: PaymentMethod;
}

function buildPayment({ at }: Actor, { policyNo, amendmentNo, payer, method }: PaymentFacts): Payment {
  const reference = payer?.method === 'RF' ? payer.reference : `${policyNo}/A${amendmentNo}`;
  return { method, reference, paidAt: at };
}

function findMain(receipts: readonly ReceiptWithCovers[], instalmentNo: number): ReceiptWithCovers | undefined {
  return receipts.find((each) => each.instalmentNo === instalmentNo && each.kind !== 'ENDORSEMENT' && each.status === 'PAID');
}

function negate(amount: Amount): Amount {
  return toAmount(toDecimal(amount).neg());
}
