import { Injectable } from '@nestjs/common';
import { addDays } from '../../../common/athens.js';
import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { toDecimal } from '../../../common/money.js';
import type { AmendmentOutcome, Conflict, RenewalOutcome } from '../../core/amendments/amendment.js';
import { applyInstructions } from '../../core/amendments/instructions.js';
import type { Actor, RecordMessage } from '../../core/applications/application.js';
import { Status } from '../../core/applications/status.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { Environment } from '../../../common/environment.js';
import type { TariffService } from '../../reference/tariffs/tariff.service.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import { AmendmentChanges } from './amendment-changes.service.js';
import { buildReadableConflict } from './readable-conflict.js';
import { AmendmentCalculator, isSame, type Assessment, type Proposal, type RenewalChange } from './amendment-calculator.service.js';
import { isBackdated, keepsDate } from './amendment-terms.js';
import { RenewalAmendmentCalculator } from './renewal-amendment.calculator.js';
import { getSegmentOn, type RunningContract } from './running-contract.service.js';

const CONSENT_CATEGORY = 17;

/** Adds the rules of amendments to those of the tariff (amendments.10). */
@Injectable()
export class AmendmentReview {
  constructor(
    private readonly calculator: AmendmentCalculator,
    private readonly documents: DocumentRepository,
    private readonly lines: LineRegistry,
    private readonly changes: AmendmentChanges,
    private readonly renewals: RenewalAmendmentCalculator,
  ) {}

  /** @throws DomainError BAD_DATE for an increase of past days */
  async assess(contract: RunningContract, proposal: Proposal, by: Actor): Promise<Assessment> {
    const assessment = this.calculator.assess(contract, proposal, by);
    assertNoViolations(findBackdatedViolations(contract, proposal, assessment));
    const referrals = [
      ...(await this.findConsentReferral(contract, proposal, assessment, by)),
      ...findBackdatedReferral(proposal, assessment),
    ];
    const renewal = this.renewals.assess(contract, proposal, by);
    const messages = mergeMessages([...assessment.messages, ...referrals], renewal?.assessment.messages ?? []);
    const needsConsent = referrals.length > 0 && proposal.approval === null && assessment.status === Status.CALCULATED;
    const isReferred = needsConsent || (assessment.status === Status.CALCULATED && renewal?.assessment.status === Status.NEEDS_APPROVAL);
    const outcome = { ...assessment.outcome, conflicts: this.describeConflicts(contract, assessment.outcome, by) };
    return {
      ...assessment,
      outcome: { ...outcome, ...(renewal && { renewal: toRenewalOutcome(renewal) }) },
      messages: [...messages, ...findRenewalWarning(contract, renewal)],
      status: isReferred ? Status.NEEDS_APPROVAL : assessment.status,
      ...(renewal && { renewal }),
    };
  }

  private describeConflicts(
    { policy, original, segments }: RunningContract,
    { conflicts, changes: yours }: AmendmentOutcome,
    by: Actor,
  ): Conflict[] {
    return conflicts.map((conflict) => {
      const [before, after] = [addDays(conflict.effectiveDate, -1), conflict.effectiveDate].map((day) => getSegmentOn(segments, day));
      if (!before || !after) return conflict;
      const theirs = this.changes.list(by.environment, {
        line: policy.line,
        price: original.price,
        before: before.questionnaire,
        after: after.questionnaire,
      });
      return { ...conflict, readable: buildReadableConflict(conflict.path, theirs, yours) };
    });
  }

  assessReversal(contract: RunningContract, amendmentId: number, by: Actor): Assessment {
    return this.calculator.assessReversal(contract, amendmentId, by);
  }

  hashRisk(
    { policy, segments }: RunningContract,
    { effectiveDate, instructions }: Pick<Proposal, 'effectiveDate' | 'instructions'>,
  ): string {
    const { questionnaire } = getSegmentOn(segments, effectiveDate);
    const changed = applyInstructions(questionnaire, instructions) as typeof questionnaire;
    return this.lines.of<LineCode>(policy.line).calculator.riskHash(changed);
  }

  assertDocuments({ messages }: Pick<Assessment, 'messages'>): void {
    if (messages.some(({ code }) => code === MORTGAGEE))
      assertNoViolations([{ path: 'documents', code: ErrorCode.REQUIRED, text: CONSENT }]);
  }

  private async findConsentReferral(
    { policy, segments }: RunningContract,
    { effectiveDate }: Proposal,
    { outcome }: Assessment,
    by: Actor,
  ): Promise<RecordMessage[]> {
    const isReduced = outcome.after !== null && toDecimal(outcome.after.gross).lt(outcome.before.gross);
    const line = this.lines.of<LineCode>(policy.line);
    if (!isReduced || line.creditorsOf(getSegmentOn(segments, effectiveDate).questionnaire).length === 0) return [];
    const documents = (await this.documents.findDocuments(by, policy.id, [policy.agentCode])) ?? [];
    if (documents.some(({ categoryId }) => categoryId === CONSENT_CATEGORY)) return [];
    return [{ code: MORTGAGEE, severity: 'referral', path: 'application', text: CONSENT }];
  }
}

function findRenewalWarning({ renewal: issued, next }: RunningContract, change: RenewalChange | null): RecordMessage[] {
  if (issued === null || next === null) return [];
  const no = issued.policyNo;
  const text = change
    ? {
        el: `Η ανανέωση ${no} έχει ήδη εκδοθεί: η ίδια μεταβολή γίνεται και σε αυτήν, από την έναρξή της.`,
        en: `The renewal ${no} is already issued: the same change is made in it, from its start.`,
      }
    : {
        el: `Η ανανέωση ${no} έχει ήδη εκδοθεί και δεν μεταβάλλεται: υποβάλετε πρόσθετη πράξη και για αυτήν, αν χρειάζεται.`,
        en: `The renewal ${no} is already issued and does not change: amend it as well, if needed.`,
      };
  return [{ code: 'RENEWAL_ISSUED', severity: 'warning', path: 'application', text }];
}

function toRenewalOutcome({ contract: { policy }, proposal, assessment }: RenewalChange): RenewalOutcome {
  const { before, after, due } = assessment.outcome;
  return {
    applicationId: policy.id,
    policyNo: policy.policyNo ?? policy.applicationNo,
    effectiveDate: proposal.effectiveDate,
    before,
    after,
    due,
  };
}

function mergeMessages(own: readonly RecordMessage[], others: readonly RecordMessage[]): RecordMessage[] {
  return [...own, ...others.filter((other) => !own.some((message) => isSame(message, other)))];
}

const MORTGAGEE = 'MORTGAGEE_CONSENT';
const BACKDATED_INCREASE = 'BACKDATED_INCREASE';

export const AMENDMENT_REFERRALS: readonly string[] = [MORTGAGEE, BACKDATED_INCREASE];

function isBackdatedIncrease(proposal: Proposal, { outcome }: Assessment): boolean {
  return !keepsDate(proposal) && isBackdated(proposal) && toDecimal(outcome.due.gross).gt(0);
}

/** No cover begins after a loss could be known: never for vehicles, otherwise with a declaration (amendments.7). */
function findBackdatedViolations({ policy }: RunningContract, proposal: Proposal, assessment: Assessment): Violation[] {
  if (proposal.approval !== null || !isBackdatedIncrease(proposal, assessment)) return [];
  const isPossible = getLineRow(policy.line).isProofOfCover === undefined;
  if (isPossible && proposal.isLossUnknown) return [];
  return [{ path: 'effectiveDate', code: ErrorCode.BAD_DATE, text: isPossible ? NEEDS_DECLARATION : NO_PAST_COVER }];
}

function findBackdatedReferral(proposal: Proposal, assessment: Assessment): RecordMessage[] {
  if (!isBackdatedIncrease(proposal, assessment)) return [];
  return [{ code: BACKDATED_INCREASE, severity: 'referral', path: 'application', text: BACKDATED }];
}

const CONSENT: Text = {
  el: 'Για τη μείωση απαιτείται η έγγραφη συναίνεση του ενυπόθηκου δανειστή (έγγραφο κατηγορίας 17).',
  en: 'The reduction needs the written consent of the mortgagee (document of category 17).',
};
const BACKDATED: Text = {
  el: 'Η κάλυψη αυξάνεται για ημέρες που έχουν περάσει, με δήλωση ότι δεν είναι γνωστή ζημιά.',
  en: 'Cover is increased for past days, with a declaration that no loss is known.',
};
const NEEDS_DECLARATION: Text = {
  el: 'Αύξηση για ημέρες που έχουν περάσει απαιτεί δήλωση ότι δεν είναι γνωστή ζημιά.',
  en: 'An increase for past days needs a declaration that no loss is known.',
};
const NO_PAST_COVER: Text = {
  el: 'Η κάλυψη οχήματος δεν αυξάνεται για ημέρες που έχουν περάσει.',
  en: 'The cover of a vehicle cannot be increased for past days.',
};

export function listReferralRules(tariffs: TariffService, environment: Environment, line: LineCode): string[] {
  const rules = tariffs
    .all(environment, getLineRow(line).branch.code)
    .flatMap((tariff) => [...tariff.rules.application, ...tariff.rules.object]);
  return [...rules.filter(({ outcome }) => outcome === '25').map(({ code }) => code), ...AMENDMENT_REFERRALS];
}
