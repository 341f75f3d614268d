import { Injectable } from '@nestjs/common';
import { getStartOfDay, toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toDecimal } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import { findAmendmentNo, toCodeNumber, type Amendment } from '../../core/amendments/amendment.js';
import { AmendmentRepository, type AmendmentChange } from '../../core/amendments/amendment.repository.js';
import { getAmendmentTarget } from '../../core/amendments/amendment-states.js';
import type { Actor, ApplicationRecord, RecordMessage } from '../../core/applications/application.js';
import { ApplicationService, type Decision, type Outcome } from '../../core/applications/application.service.js';
import { getTransition } from '../../core/applications/state-table.js';
import { Status } from '../../core/applications/status.js';
import { PaymentCodeService } from '../../money/ledger/payment-code.service.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { AfterPayment } from '../issue/issue.service.js';
import { assertPays, getPaymentDay, type Payer } from '../issue/payer.js';
import type { Assessment, RenewalChange } from './amendment-calculator.service.js';
import { getSecondPersonReason } from './amendment-terms.js';
import type { RunningContract } from './running-contract.service.js';
import { AmendmentIssueService } from './amendment-issue.service.js';
import { AmendmentReader, assertAmendable, buildOutdated, type AmendmentDesk, type AmendmentView } from './amendment-reader.service.js';

const MAX_ATTEMPTS = 3;

/** Each method is one transaction, tried again when another action was faster. */
@Injectable()
export class AmendmentPaymentService {
  constructor(
    private readonly store: Store,
    private readonly amendments: AmendmentRepository,
    private readonly reader: AmendmentReader,
    private readonly issuing: AmendmentIssueService,
    private readonly applications: ApplicationService,
    private readonly paymentCodes: PaymentCodeService,
  ) {}

  /** @throws DomainError PRICE_NO_LONGER_VALID, CHANGED_MEANWHILE */
  async prepay(desk: AmendmentDesk, noText: string): Promise<AmendmentView> {
    const current = await this.reader.getExpected(desk, noText);
    const by = await this.reader.toActor(desk, current.policy);
    getAmendmentTarget(current.amendment.status, 'prepay', by.role);
    const contract = await this.reader.load(by, current.policy);
    const assessment = await this.reader.assertStands(contract, current.amendment, by);
    const payBy = await this.reader.findPayBy(by, current.amendment, assessment);
    if (payBy === null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOTHING_TO_PAY });
    if (by.at >= payBy) throw buildOutdated();
    assertNoSecondPerson(desk, contract, current.amendment, assessment);
    const creditorCode = await this.reader.getCreditorCode(by);
    const code = this.paymentCodes.build({
      creditorCode,
      applicationId: current.policy.id,
      instalmentNo: toCodeNumber(current.amendment),
      amount: assessment.outcome.due.gross,
      dueDate: toLocalDate(new Date(payBy.getTime() - 1)),
    });
    const target = getAmendmentTarget(current.amendment.status, 'prepay', by.role);
    const amendment = await this.store.transaction(by, async (tx) => {
      await this.paymentCodes.insert(tx, code, by.at);
      await desk.audit?.(tx, { amendmentNo: current.amendment.amendmentNo, action: 'prepay' });
      return this.amendments.update(tx, by, current.amendment, { action: 'prepay' }, { status: target, payBy, paymentCode: code.code });
    });
    return { policy: current.policy, amendment };
  }

  /**
   * @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS, CREDIT_LIMIT, CHARGE_REFUSED, DUPLICATE_POLICY,
   * PRICE_NO_LONGER_VALID, CHANGED_MEANWHILE
   */
  async issue(desk: AmendmentDesk, noText: string, isOverLimit = false): Promise<AmendmentView> {
    const { policy } = await this.reader.getExpected(desk, noText);
    return this.issueWith(desk, noText, { method: 'CHARGE', agentCode: policy.agentCode, isOverLimit });
  }

  /** Returns null when the policy has changed. */
  async pay(
    actor: Actor,
    policy: ApplicationRecord,
    payer: Payer & { readonly method: 'RF' },
    after: AfterPayment,
  ): Promise<ApplicationRecord | null> {
    const amendmentNo = findAmendmentNo(payer.instalmentNo);
    const desk: AmendmentDesk = {
      actor,
      open: ({ unitOfWork }) => this.applications.getAnyApplication({ ...actor, unitOfWork }, String(policy.id)),
      paths: PATHS,
    };
    await this.issueWith(desk, String(amendmentNo), payer, after);
    return this.applications.getAnyApplication(actor, String(policy.id));
  }

  /** @throws DomainError as `issue` */
  async reverse(desk: AmendmentDesk, noText: string, reason: string): Promise<AmendmentView> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { policy, amendment } = await this.reader.getExpected(desk, noText);
      const by = await this.reader.toActor(desk, policy);
      const status = getAmendmentTarget(amendment.status, 'reverse', by.role);
      getTransition(policy.status, 'reverse_amendment', by.role, policy.line);
      const contract = await this.reader.load(by, policy);
      const assessment = this.reader.assessReversal(contract, amendment.id, by);
      if (assessment.segments.length === 0) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_REVERSIBLE });
      const isOwed = toDecimal(assessment.outcome.due.gross).gt(0);
      const payer: Payer | null = isOwed ? { method: 'CHARGE', agentCode: policy.agentCode, isOverLimit: false } : null;
      const mark = (tx: Transaction): Promise<Amendment> =>
        this.amendments.update(tx, by, amendment, { action: 'reverse', reason }, { status, reversedAt: by.at });
      const also = (tx: Transaction) =>
        desk.audit?.(tx, { amendmentNo: amendment.amendmentNo, action: 'reverse', reason }) ?? Promise.resolve();
      const decision = { ...this.issuing.decide(by, { contract, assessment, amendment, mark, payer }), also };
      const saved = await this.applications.save(by, policy, 'reverse_amendment', decision);
      if (saved) return { policy: saved.application, amendment: saved.result };
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  async previewReversal(desk: AmendmentDesk, noText: string): Promise<Assessment> {
    const { policy, amendment } = await this.reader.getExpected(desk, noText);
    const by = await this.reader.toActor(desk, policy);
    getAmendmentTarget(amendment.status, 'reverse', by.role);
    return this.reader.assessReversal(await this.reader.load(by, policy), amendment.id, by);
  }

  /** Takes a step as a second person would, and rolls it back. @throws DomainError as the step */
  async dryRun(desk: AmendmentDesk, step: (desk: AmendmentDesk) => Promise<unknown>): Promise<void> {
    await this.store.runAndRollBack((unitOfWork) => step({ ...desk, actor: { ...desk.actor, unitOfWork }, isSecondPerson: true }));
  }

  private async issueWith(desk: AmendmentDesk, noText: string, offered: Payer, after?: AfterPayment): Promise<AmendmentView> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { policy, amendment } = await this.reader.getExpected(desk, noText);
      const by = await this.reader.toActor(desk, policy);
      const status = getAmendmentTarget(amendment.status, 'issue', by.role);
      assertAmendable(policy, by);
      const contract = await this.reader.load(by, policy);
      const assessment = await this.reader.assertStands(contract, amendment, by);
      if (offered.method === 'CHARGE') assertNoSecondPerson(desk, contract, amendment, assessment);
      const { gross } = assessment.outcome.due;
      const isIncrease = toDecimal(gross).gt(0);
      if (!isIncrease && offered.method === 'RF') throw new DomainError(ErrorCode.ALREADY_PAID, { reason: 'PAID' });
      if (isIncrease) await this.assertInTime(by, amendment, offered, assessment);
      if (isIncrease) assertPays({ ...offered, instalmentNo: null } as Payer, { instalmentNo: 0, gross });
      const payer = isIncrease ? offered : null;
      const change: AmendmentChange = {
        status,
        issueNo: contract.nextIssueNo,
        issuedAt: by.at,
        payBy: null,
        outcome: assessment.outcome,
        messages: addWarnings(amendment, assessment),
      };
      const mark = (tx: Transaction): Promise<Amendment> => this.amendments.update(tx, by, amendment, { action: 'issue' }, change);
      const also = (tx: Transaction) => desk.audit?.(tx, { amendmentNo: amendment.amendmentNo, action: 'issue' }) ?? Promise.resolve();
      const decision = { ...this.issuing.decide(by, { contract, assessment, amendment, mark, payer, after }), also };
      const saved = await this.saveWithRenewal(desk, by, { policy, decision, renewal: assessment.renewal, payer });
      if (saved) return { policy: saved.application, amendment: saved.result };
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  private saveWithRenewal(
    desk: AmendmentDesk,
    by: Actor,
    { policy, decision, renewal, payer }: IssueWithRenewal,
  ): Promise<Outcome<LineCode, Amendment> | null> {
    if (!renewal) return this.applications.save(by, policy, 'amend', decision);
    return this.store.runTogether(by, async (writer) => {
      const saved = await this.applications.save(writer, policy, 'amend', decision);
      if (saved) await this.amendRenewal(desk, writer, renewal, payer);
      return saved;
    });
  }

  /** Issues the change, or creates its payment code when the policy's was paid by one (amendments.34). */
  private async amendRenewal(
    desk: AmendmentDesk,
    writer: Actor,
    { contract, proposal, assessment }: RenewalChange,
    payer: Payer | null,
  ): Promise<void> {
    const { policy, revision, amendments } = contract;
    // A payment at the bank acts for the office that created its code.
    const actor: Actor = { ...desk.actor, unitOfWork: writer.unitOfWork, role: writer.role === 'bank' ? 'staff' : writer.role };
    const open: AmendmentDesk['open'] = ({ unitOfWork }) =>
      this.applications.getAnyApplication({ ...actor, unitOfWork }, String(policy.id));
    const { isSecondPerson, paths } = desk;
    const renewalDesk: AmendmentDesk = { actor, open, paths, ...(isSecondPerson && { isSecondPerson }) };
    const payBy = await this.reader.findPayBy(writer, proposal, assessment);
    const { amendmentNo } = await this.store.transaction(writer, (tx) =>
      this.amendments.insert(tx, actor, policy, proposal, {
        ...proposal,
        status: assessment.status,
        outcome: assessment.outcome,
        messages: assessment.messages,
        baseIssue: revision,
        payBy,
      }),
    );
    const isIncrease = payBy !== null;
    if (!isIncrease || payer?.method === 'CHARGE') {
      const isOverLimit = payer?.method === 'CHARGE' && payer.isOverLimit;
      await this.issueWith(renewalDesk, String(amendmentNo), { method: 'CHARGE', agentCode: policy.agentCode, isOverLimit });
    } else if (payer && !amendments.some(({ status }) => status === Status.PREPAY || status === Status.UNDER_REVIEW)) {
      await this.prepay(renewalDesk, String(amendmentNo));
    }
  }

  private async assertInTime(by: Actor, amendment: Amendment, payer: Payer, assessment: Assessment): Promise<void> {
    const payBy = amendment.payBy ?? (await this.reader.findPayBy(by, amendment, assessment));
    if (payBy === null || getStartOfDay(getPaymentDay(payer, by.at)) < payBy) return;
    throw payer.method === 'RF' ? new DomainError(ErrorCode.PAYMENT_EXPIRED) : buildOutdated();
  }
}

interface IssueWithRenewal {
  readonly policy: ApplicationRecord;
  readonly decision: Decision<LineCode, Amendment>;
  readonly renewal: RenewalChange | undefined;
  readonly payer: Payer | null;
}

function addWarnings({ messages }: Amendment, assessment: Assessment): readonly RecordMessage[] {
  const arisen = assessment.messages.filter(
    ({ code, severity }) => severity === 'warning' && !messages.some((known) => known.code === code),
  );
  return [...messages, ...arisen];
}

/** A payment by code was approved with its code (amendments.9). */
function assertNoSecondPerson(
  { isSecondPerson }: AmendmentDesk,
  { closedUntil }: RunningContract,
  amendment: Amendment,
  { outcome }: Assessment,
): void {
  const why = isSecondPerson ? null : getSecondPersonReason(amendment, { closedUntil, hasDifference: outcome.receipts.length > 0 });
  if (!why) return;
  const text = { el: `${why.el} Την εκδίδει η ασφαλιστική εταιρεία.`, en: `${why.en} The insurer issues it.` };
  throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}

const PATHS = { effectiveDate: 'effectiveDate', receivedOn: 'receivedOn' };
const NOT_REVERSIBLE = {
  el: 'Το συμβόλαιο χωρίς αυτή την πρόσθετη πράξη δεν μπορεί να τιμολογηθεί.',
  en: 'Without this amendment the policy has no price.',
};
const NOTHING_TO_PAY = { el: 'Δεν υπάρχει ποσό για πληρωμή.', en: 'There is nothing to pay.' };
