import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { DEFAULT_LANGUAGE } from '../../../common/language.js';
import { toDecimal } from '../../../common/money.js';
import type { GrossAmounts, Price, TaxShare } from '../../../pricing/price.js';
import type { Amendment, AmendmentOutcome, AmendmentReceipt, RequestedAmendment, Conflict } from '../../core/amendments/amendment.js';
import { applyResolutions, listConflicts } from '../../core/amendments/conflicts.js';
import { applyInstructions, type Instruction } from '../../core/amendments/instructions.js';
import type { ContractSegment } from '../../core/amendments/segment.repository.js';
import { projectSegments, type EffectiveInstructions } from '../../core/amendments/segments.js';
import type { RecordMessage } from '../../core/applications/application.js';
import type { Approval } from '../../core/applications/approval.js';
import type { NewReceipt } from '../../core/applications/receipt.js';
import { Status, type CalculatedStatus } from '../../core/applications/status.js';
import type { RatedSegment } from '../../core/lines/change.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { addFee, calculateAmendmentFee, returnAmendmentFee, sumAmendmentFees } from '../../money/amendments/amendment-fee.js';
import {
  buildAmendmentReceipts,
  buildBookedPeriods,
  sumEndorsements,
  type AmendmentReceipts,
} from '../../money/amendments/amendment-receipts.js';
import type { PricedSegment } from '../../money/amendments/contract-plan.js';
import { calculatePeriodChanges, type AmendmentTerms, type PeriodChange } from '../../money/amendments/period-change.js';
import type { AnswerChange } from '../../reference/products/answer-changes.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import type { AmendmentFee, Tariff } from '../../../pricing/tariff-model.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import { isBackdated } from './amendment-terms.js';
import { AmendmentChanges } from './amendment-changes.service.js';
import { getSegmentOn, type RunningContract } from './running-contract.service.js';

export interface Proposal extends RequestedAmendment {
  readonly id: number;
  readonly instructions: readonly Instruction[];
  readonly approval: Approval | null;
  readonly reinstates: number | null;
  readonly createdAt: Date;
}

export interface Assessment {
  readonly status: CalculatedStatus;
  readonly messages: readonly RecordMessage[];
  readonly outcome: AmendmentOutcome;
  readonly segments: readonly ContractSegment[];
  readonly receipts: AmendmentReceipts;
  readonly renewal?: RenewalChange;
}

export interface RenewalChange {
  readonly contract: RunningContract;
  readonly proposal: Proposal;
  readonly assessment: Assessment;
}

const NOTHING: GrossAmounts = { net: '0.00', fee: '0.00', tax: '0.00', levy: '0.00', gross: '0.00' };

@Injectable()
export class AmendmentCalculator {
  constructor(
    private readonly lines: LineRegistry,
    private readonly tariffs: TariffService,
    private readonly changes: AmendmentChanges,
  ) {}

  /** @throws DomainError CHANGED_MEANWHILE */
  assess(contract: RunningContract, proposal: Proposal, context: OperationContext): Assessment {
    const conflicts = listConflicts(contract.issued, proposal);
    // An open conflict is priced as if this amendment replaced the other.
    const resolutions = conflicts.map(({ keep, ...conflict }) => ({ ...conflict, keep: keep ?? 'YOURS' }));
    const projected = this.project(contract, [
      ...contract.issued,
      { ...proposal, amendmentNo: 0, issueNo: contract.nextIssueNo, resolutions },
    ]);
    return this.price(contract, projected, { context, proposal, reversedId: null, conflicts, effectiveDate: proposal.effectiveDate });
  }

  /** @throws DomainError CHANGED_MEANWHILE */
  assessReversal(contract: RunningContract, reversedId: number, context: OperationContext): Assessment {
    const reversed = contract.issued.find(({ id }) => id === reversedId);
    if (!reversed) throw new Error(`Amendment ${reversedId} is not in effect.`);
    const others = contract.issued.filter(({ id }) => id !== reversedId);
    const projected = this.project(contract, others);
    return this.price(contract, projected, { context, proposal: null, reversedId, conflicts: [], effectiveDate: reversed.effectiveDate });
  }

  private project({ policy, original }: RunningContract, amendments: readonly EffectiveAmendment[]): readonly ProjectedSegment[] {
    const effective = applyResolutions(amendments).map(toEffective);
    return projectSegments(policy.startDate, policy.endDate, original.questionnaire, effective) as readonly ProjectedSegment[];
  }

  private price(
    contract: RunningContract,
    projected: readonly ProjectedSegment[],
    { context, proposal, reversedId, conflicts, effectiveDate }: PricingContext,
  ): Assessment {
    const { policy, original } = contract;
    const line = this.lines.of<LineCode>(policy.line);
    const messages: RecordMessage[] = [];
    const approvals = new Map([...contract.issued, ...(proposal ? [proposal] : [])].map(({ id, approval }) => [id, approval]));
    const history: [RatedSegment<ContractSegment['questionnaire']>, ...RatedSegment<ContractSegment['questionnaire']>[]] = [
      { from: policy.startDate, questionnaire: original.questionnaire, approval: policy.approval },
    ];
    let [status, isComplete]: [CalculatedStatus, boolean] = [Status.CALCULATED, true];
    const segments: ContractSegment[] = [];
    for (const segment of projected) {
      const approval = segment.amendmentIds.map((id) => approvals.get(id) ?? null).findLast((each) => each !== null) ?? null;
      const next = { from: segment.from, questionnaire: segment.questionnaire, approval };
      const known = findKnown(contract, segment);
      if (known) segments.push({ ...segment, price: known.price, enfiaEligible: known.enfiaEligible });
      else {
        const calculated = line.calculator.calculateChange(context, { history: [...history], next, tariff: original.price });
        status = getWorse(status, calculated.status);
        messages.push(...calculated.messages.filter((message) => !messages.some((other) => isSame(other, message))));
        if (calculated.price === null) isComplete = false;
        else segments.push({ ...segment, price: calculated.price, enfiaEligible: calculated.enfiaEligible });
      }
      if (!isDeepStrictEqual(history.at(-1)?.questionnaire, next.questionnaire)) history.push(next);
    }
    const before = getSegmentOn(contract.segments, effectiveDate).price;
    const changed = this.listChanges(contract, proposal, context);
    if (!isComplete) return { status, messages, ...withoutPrice(before, conflicts, changed) };
    const priced = segments.map((segment) => this.toPriced(contract, segment));
    const pinned = this.getPinned(contract, context);
    const changes = calculatePeriodChanges(priced, buildBookedPeriods(contract.receipts), {
      issued: this.toPriced(contract, original),
      before: contract.segments.map((segment) => this.toPriced(contract, segment)),
      ...this.getRates(contract, context),
      ...(proposal && !isBackdated(proposal) && { small: pinned.smallDifferences }),
    });
    const withoutFee = buildAmendmentReceipts(changes, contract.receipts, { effectiveDate, issueDate: toLocalDate(context.at) });
    const receipts = addFee(withoutFee, findFee(contract, withoutFee, { reversedId, terms: pinned.amendmentFee }));
    const outcome: AmendmentOutcome = {
      before: pickGross(before),
      after: pickGross(getSegmentOn(segments, effectiveDate).price),
      due: sumEndorsements(receipts),
      receipts: [...receipts.endorsements, ...receipts.replacements].map((receipt) => toOutcome(receipt, changes)),
      conflicts,
      changes: changed,
    };
    return { status, messages, outcome, segments, receipts };
  }

  private listChanges(
    { policy, original, segments }: RunningContract,
    proposal: Proposal | null,
    { environment }: OperationContext,
  ): AnswerChange[] {
    if (!proposal) return [];
    const { questionnaire: before } = getSegmentOn(segments, proposal.effectiveDate);
    const after = applyInstructions(before, proposal.instructions);
    return this.changes.list(environment, { line: policy.line, price: original.price, before, after });
  }

  private toPriced({ policy }: RunningContract, { from, to, price, questionnaire }: ContractSegment): PricedSegment {
    return { from, to, price, objectIds: this.lines.of<LineCode>(policy.line).contractOf(questionnaire, DEFAULT_LANGUAGE).objectIds };
  }

  /** Additions have the rates of the day; the covers of a levy are those of the tariff of the policy. */
  private getRates(contract: RunningContract, context: OperationContext): Pick<AmendmentTerms, 'taxRates' | 'levies'> {
    const pinned = this.getPinned(contract, context);
    const current = this.tariffs.pick(context.environment, getLineRow(contract.policy.line).branch.code, toLocalDate(context.at)) ?? pinned;
    const levyRates = new Map(current.levies.map(({ code, rate }) => [code, rate]));
    return {
      taxRates: new Map([...pinned.taxClasses, ...current.taxClasses].map(({ code, rate }) => [code, rate.text])),
      levies: new Map(pinned.levies.map(({ code, rate, covers }) => [code, { rate: (levyRates.get(code) ?? rate).text, covers }])),
    };
  }

  private getPinned({ policy, original }: RunningContract, { environment }: OperationContext): Tariff {
    const pinned = this.tariffs.find(environment, original.price.tariffCode, original.price.tariffVersion);
    if (!pinned) throw new Error(`The tariff of policy ${policy.id} is not loaded.`);
    return pinned;
  }
}

interface PricingContext {
  readonly context: OperationContext;
  readonly proposal: Proposal | null;
  readonly reversedId: number | null;
  readonly conflicts: readonly Conflict[];
  readonly effectiveDate: LocalDate;
}

function findFee(
  { receipts }: RunningContract,
  planned: AmendmentReceipts,
  { reversedId, terms }: { readonly reversedId: number | null; readonly terms: AmendmentFee | null },
): TaxShare[] {
  return reversedId === null ? calculateAmendmentFee(planned, terms, sumAmendmentFees(receipts)) : returnAmendmentFee(receipts, reversedId);
}

type ProjectedSegment = Pick<ContractSegment, 'from' | 'to' | 'questionnaire' | 'amendmentIds'>;

type EffectiveAmendment = Pick<Amendment, 'id' | 'amendmentNo' | 'effectiveDate' | 'issueNo' | 'instructions' | 'resolutions'>;

function toEffective({ id, effectiveDate, issueNo, instructions }: EffectiveAmendment): EffectiveInstructions {
  return { amendmentId: id, effectiveDate, issueNo: issueNo ?? 0, instructions };
}

function findKnown({ segments, original }: RunningContract, { questionnaire }: ProjectedSegment): ContractSegment | undefined {
  return [...segments, original].find((each) => isDeepStrictEqual(each.questionnaire, questionnaire));
}

function getWorse(one: CalculatedStatus, other: CalculatedStatus): CalculatedStatus {
  const order: readonly CalculatedStatus[] = [Status.CALCULATED, Status.NEEDS_APPROVAL, Status.IN_ENTRY];
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}

export function isSame(one: RecordMessage, other: RecordMessage): boolean {
  return one.code === other.code && one.path === other.path && one.text.el === other.text.el;
}

export function pickGross({ net, fee, taxTotal: tax, levyTotal: levy, gross }: Price): GrossAmounts {
  return { net, fee, tax, levy, gross };
}

function withoutPrice(
  before: Price,
  conflicts: readonly Conflict[],
  changes: readonly AnswerChange[],
): Pick<Assessment, 'outcome' | 'segments' | 'receipts'> {
  return {
    outcome: { before: pickGross(before), after: null, due: NOTHING, receipts: [], conflicts, changes },
    segments: [],
    receipts: { endorsements: [], replacements: [] },
  };
}

function toOutcome(receipt: NewReceipt, changes: readonly PeriodChange[]): AmendmentReceipt {
  const { instalmentNo, kind, periodFrom, periodTo, net, fee, tax, levy, gross, replaces = null } = receipt;
  const covers = changes.find(({ no }) => no === instalmentNo)?.covers ?? [];
  const changed = covers.filter(({ delta }) => !toDecimal(delta).eq(0));
  return {
    instalmentNo,
    kind,
    periodFrom,
    periodTo,
    net,
    fee,
    tax,
    levy,
    gross,
    replaces,
    covers: changed.map(({ objectId, code, title, due, booked, delta }) => ({ objectId, code, title, due, booked, delta })),
  };
}
