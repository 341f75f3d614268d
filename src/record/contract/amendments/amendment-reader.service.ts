import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { toDecimal } from '../../../common/money.js';
import type { GrossAmounts } from '../../../pricing/price.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { Amendment, AmendmentOutcome, Conflict, RequestedAmendment } from '../../core/amendments/amendment.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import { listInstructions, type Instruction } from '../../core/amendments/instructions.js';
import type { Actor, ApplicationRecord, AuditWriter } from '../../core/applications/application.js';
import { getTransition } from '../../core/applications/state-table.js';
import { Status } from '../../core/applications/status.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { AmendedQuestionnaireReader } from './amended-questionnaire.reader.js';
import type { Assessment } from './amendment-calculator.service.js';
import { AmendmentReview } from './amendment-review.service.js';
import {
  findTermsViolations,
  getEffectiveDate,
  getPayBy,
  getSecondPersonReason,
  KIND_TERMS,
  type PayableAmendment,
} from './amendment-terms.js';
import { getSegmentOn, RunningContracts, type RunningContract } from './running-contract.service.js';

/** The actor of a call on the amendments of a policy, and how the policy is found. */
export interface AmendmentDesk {
  readonly actor: Actor;
  readonly open: (within: Pick<Writer, 'unitOfWork'>) => Promise<ApplicationRecord>;
  readonly paths: { readonly effectiveDate: string; readonly receivedOn: string };
  readonly expectedVersions?: readonly number[] | undefined;
  readonly audit?: AuditWriter;
  readonly isSecondPerson?: true;
}

export interface SentAmendment extends RequestedAmendment {
  readonly changes: unknown;
}

export interface AmendmentView {
  readonly policy: ApplicationRecord;
  readonly amendment: Amendment;
}

export interface ReadAmendment {
  readonly by: Actor;
  readonly contract: RunningContract;
  readonly request: RequestedAmendment;
  readonly instructions: readonly Instruction[];
  readonly assessment: Assessment;
}

@Injectable()
export class AmendmentReader {
  constructor(
    private readonly amendments: AmendmentRepository,
    private readonly contracts: RunningContracts,
    private readonly review: AmendmentReview,
    private readonly questionnaires: AmendedQuestionnaireReader,
    private readonly settings: SettingsService,
    private readonly agentClocks: AgentClocks,
  ) {}

  async list(desk: AmendmentDesk): Promise<AmendmentView[]> {
    const policy = await desk.open(desk.actor);
    return (await this.amendments.list(desk.actor, policy.id)).map((amendment) => ({ policy, amendment }));
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, CHILD_NOT_FOUND */
  async get(desk: AmendmentDesk, noText: string): Promise<AmendmentView> {
    const policy = await desk.open(desk.actor);
    return { policy, amendment: await this.find(desk, policy, noText) };
  }

  /** @throws DomainError CHANGED_MEANWHILE, as `get` */
  async getExpected(desk: AmendmentDesk, noText: string): Promise<AmendmentView> {
    const view = await this.get(desk, noText);
    if (desk.expectedVersions?.includes(view.amendment.version) === false)
      throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: OTHER_VERSION });
    return view;
  }

  assessReversal(contract: RunningContract, amendmentId: number, by: Actor): Assessment {
    return this.review.assessReversal(contract, amendmentId, by);
  }

  async getCreditorCode(by: Actor): Promise<string> {
    return (await this.settings.get(by)).creditorCode;
  }

  load(by: Actor, policy: ApplicationRecord): Promise<RunningContract> {
    return this.contracts.load(by, policy);
  }

  /** @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS, and all violations of the body */
  async read(desk: AmendmentDesk, sent: SentAmendment): Promise<ReadAmendment> {
    const policy = await desk.open(desk.actor);
    const by = await this.toActor(desk, policy);
    assertAmendable(policy, by);
    return this.readOn(await this.contracts.load(by, policy), by, desk.paths, sent);
  }

  /** @throws DomainError with all violations of the body */
  async readOn(contract: RunningContract, by: Actor, paths: AmendmentDesk['paths'], sent: SentAmendment): Promise<ReadAmendment> {
    const { policy } = contract;
    const { changes, ...asked } = sent;
    const request: RequestedAmendment = { ...asked, effectiveDate: getEffectiveDate(asked, policy) };
    const today = toLocalDate(by.at);
    const violations = findTermsViolations(request, { policy, role: by.role, today, paths });
    assertNoViolations(violations);
    const { questionnaire: before } = getSegmentOn(contract.segments, request.effectiveDate);
    const after = await this.questionnaires.read(contract, by, { request, changes, before, paths });
    const instructions = listInstructions(before, after);
    if (instructions.length === 0) throw DomainError.ofViolations([{ path: 'changes', code: ErrorCode.INVALID, text: NOTHING_CHANGES }]);
    const assessment = await this.review.assess(
      contract,
      { ...request, id: 0, instructions, approval: null, reinstates: null, createdAt: by.at },
      by,
    );
    assertNoViolations([...findResolutionViolations(request, assessment), ...findPriceViolations(request, assessment)]);
    return { by, contract, request, instructions, assessment };
  }

  async assertStands(contract: RunningContract, amendment: Amendment, by: Actor): Promise<Assessment> {
    const assessment = await this.review.assess(contract, amendment, by);
    assertNoConflicts(assessment);
    if (amendment.baseIssue !== contract.revision) throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: REBASE });
    if (!hasSameDue(assessment.outcome, amendment.outcome) || assessment.status !== Status.CALCULATED) throw buildOutdated();
    return assessment;
  }

  async findPayBy(by: Actor, amendment: PayableAmendment, { outcome }: Assessment): Promise<Date | null> {
    if (!toDecimal(outcome.due.gross).gt(0)) return null;
    const { prepayCancelDays } = await this.settings.get(by);
    return getPayBy(amendment, by.at, prepayCancelDays);
  }

  async findSecondPersonReason(
    desk: AmendmentDesk,
    { policy, amendment }: AmendmentView,
    outcome: AmendmentOutcome | null = amendment.outcome,
  ): Promise<Text | null> {
    if (desk.isSecondPerson) return null;
    const { closedUntil } = await this.contracts.load(desk.actor, policy);
    return getSecondPersonReason(amendment, { closedUntil, hasDifference: (outcome?.receipts.length ?? 0) > 0 });
  }

  toActor({ actor }: AmendmentDesk, policy: ApplicationRecord): Promise<Actor> {
    return this.agentClocks.applyClock({ ...actor, expectedVersions: undefined }, policy.agentCode);
  }

  private async find({ actor }: AmendmentDesk, policy: ApplicationRecord, noText: string): Promise<Amendment> {
    const amendment = /^\d{1,3}$/.test(noText) ? await this.amendments.find(actor, policy.id, Number(noText)) : null;
    if (!amendment) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: UNKNOWN });
    return amendment;
  }
}

/** @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS */
export function assertAmendable({ status, line, cancelsOn }: ApplicationRecord, { role }: Actor): void {
  if (status === Status.UNPAID) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: OVERDUE });
  getTransition(status, 'amend', role, line);
  if (cancelsOn !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: IS_CANCELLED });
}

function findResolutionViolations({ resolutions }: RequestedAmendment, { outcome }: Assessment): Violation[] {
  return resolutions.flatMap(({ path, amendmentNo }, index) =>
    outcome.conflicts.some((conflict) => conflict.path === path && conflict.amendmentNo === amendmentNo)
      ? []
      : [{ path: `resolutions[${index}]`, code: ErrorCode.INVALID, text: NO_CONFLICT }],
  );
}

function findPriceViolations({ kind }: RequestedAmendment, { outcome, receipts }: Assessment): Violation[] {
  if (KIND_TERMS[kind].isPriced || outcome.after === null) return [];
  if (receipts.endorsements.length + receipts.replacements.length === 0) return [];
  return [{ path: 'kind', code: ErrorCode.INVALID, text: HAS_PRICE }];
}

/** @throws DomainError CHANGED_MEANWHILE with the conflicting paths (amendments.8) */
export function assertNoConflicts({ outcome }: Assessment): void {
  const [first, ...others] = outcome.conflicts.filter(isOpen).map(({ path, effectiveDate, amendmentNo }): Violation => {
    const day = formatDate(effectiveDate);
    return {
      path,
      code: ErrorCode.CHANGED_MEANWHILE,
      text: {
        el: `Το πεδίο μεταβάλλεται από την πρόσθετη πράξη ${amendmentNo}, με ισχύ από ${day}.`,
        en: `Amendment ${amendmentNo}, effective from ${day}, changes this field.`,
      },
    };
  });
  if (first) throw DomainError.ofViolations([first, ...others]);
}

function isOpen({ keep }: Conflict): boolean {
  return keep === null;
}

function hasSameDue({ due, renewal }: AmendmentOutcome, stored: AmendmentOutcome | null): boolean {
  const isSame = (one: GrossAmounts | undefined, other: GrossAmounts | undefined) =>
    toDecimal(one?.gross ?? '0.00').eq(other?.gross ?? '0.00');
  return isSame(due, stored?.due) && isSame(renewal?.due, stored?.renewal?.due);
}

export function buildOutdated(): DomainError {
  return new DomainError(ErrorCode.PRICE_NO_LONGER_VALID, { text: OUTDATED });
}

const UNKNOWN = { el: 'Η πρόσθετη πράξη δεν υπάρχει.', en: 'There is no such amendment.' };
const OTHER_VERSION = {
  el: 'Η πρόσθετη πράξη άλλαξε στο μεταξύ: ανακτήστε την ξανά.',
  en: 'The amendment has changed in the meantime. Retrieve it again.',
};
const OUTDATED = {
  el: 'Το ασφάλιστρο της πρόσθετης πράξης έχει αλλάξει: τιμολογήστε την ξανά.',
  en: 'The premium of the amendment has changed: price it again.',
};
const REBASE = {
  el: 'Το συμβόλαιο άλλαξε με άλλη πρόσθετη πράξη: τιμολογήστε ξανά.',
  en: 'Another amendment has changed the policy: price this one again.',
};
const OVERDUE = {
  el: 'Υπάρχει ανεξόφλητη δόση: το συμβόλαιο τροποποιείται μετά την εξόφλησή της.',
  en: 'An instalment is unpaid: the policy can be amended once it is paid.',
};
const NO_CONFLICT = {
  el: 'Το πεδίο δεν συγκρούεται με αυτή την πρόσθετη πράξη.',
  en: 'The field does not conflict with this amendment.',
};
export const NOTHING_CHANGES = { el: 'Δεν μεταβάλλεται κανένα στοιχείο.', en: 'Nothing changes.' };
const HAS_PRICE = {
  el: 'Οι αλλαγές μεταβάλλουν το ασφάλιστρο: χρησιμοποιήστε το είδος CHANGE.',
  en: 'The changes affect the premium: use the kind CHANGE.',
};
const IS_CANCELLED = {
  el: 'Έχει προγραμματιστεί ακύρωση του συμβολαίου: ανακαλέστε την πρώτα.',
  en: 'The cancellation of the policy is scheduled: withdraw it first.',
};
