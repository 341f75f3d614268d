import { Injectable } from '@nestjs/common';
import { parseLocalDate, toLocalDate, type LocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { assertPastDay } from '../../common/validation/future-dates.js';
import { parseObjectId } from '../../common/identifiers.js';
import type { Actor, ApplicationRecord, AuditWriter } from '../../record/core/applications/application.js';
import { toAgentActor, ApplicationService, assertOwn } from '../../record/core/applications/application.service.js';
import type { ActorRole } from '../../record/core/applications/state-table.js';
import { parseCancellation } from '../../record/contract/cancellation/cancellation-terms.js';
import { CancellationService } from '../../record/contract/cancellation/cancellation.service.js';
import { CustomerAnswerService } from '../../record/contract/customer/customer-answer.service.js';
import { WithdrawalWriter } from '../../record/contract/customer/withdrawal-writer.service.js';
import { WithdrawalService } from '../../record/contract/customer/withdrawal.service.js';
import { ReinstatementService } from '../../record/contract/cancellation/reinstatement.service.js';
import { ScanRepository, type UploadedDocument } from '../../record/core/documents/scanning/scan.repository.js';
import { buildAdvice, type CodedAdvice, type StoredAdvice } from '../../record/contract/payments/bank-advice.js';
import { BankAdviceService } from '../../record/contract/payments/bank-advice.service.js';
import type { ServiceRequestChangeRequest } from '../../record/core/service-requests/service-request.dto.js';
import type { ServiceRequest } from '../../record/core/service-requests/service-request.js';
import type { CommissionSettlement, CommissionStatement } from '../../record/money/commission/commission-statement.js';
import { CommissionStatementRepository } from '../../record/money/commission/commission-statement.repository.js';
import { CommissionStatementService } from '../../record/money/commission/commission-statement.service.js';
import { ServiceRequestService } from '../../record/core/service-requests/service-request.service.js';
import type { AcceptanceRequest } from '../../record/contract/underwriting/decision.dto.js';
import { readDecision } from '../../record/contract/underwriting/decision-input.js';
import { skipAuthority } from '../../record/contract/underwriting/authority.js';
import { UnderwritingService } from '../../record/contract/underwriting/underwriting.service.js';
import type {
  SandboxCancellationRequest,
  SandboxCustomerRequest,
  SandboxDecisionRequest,
  SandboxPaymentRequest,
  SandboxReinstatementRequest,
} from './acting.dto.js';

const VIRUS_NAME = 'Sandbox-Test';

/** Writes no audit entry, because the history records key and agent (sandbox.11). */
const notAudited: AuditWriter = () => Promise.resolve();

@Injectable()
export class ActingService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly underwriting: UnderwritingService,
    private readonly advices: BankAdviceService,
    private readonly requests: ServiceRequestService,
    private readonly scans: ScanRepository,
  ) {}

  async decide(caller: UserCaller, id: string, { terms, ...fields }: SandboxDecisionRequest): Promise<ApplicationRecord> {
    const given = terms && { ...terms, loadingPercent: terms.loading_percent, excludedCovers: terms.excluded_covers };
    const decided = readDecision(skipAuthority, fields, given, 'terms.excluded_covers');
    await this.applications.getOwnApplication(caller, id, 'any');
    return this.underwriting.decide(buildActor(caller, 'underwriter'), id, decided, notAudited);
  }

  async answer(caller: UserCaller, id: string, { accepted, reason }: AcceptanceRequest): Promise<ApplicationRecord> {
    await this.applications.getOwnApplication(caller, id, 'any');
    return this.underwriting.recordResponse(buildActor(caller, 'customer'), id, { accepted, reason: reason ?? null }, notAudited);
  }

  async pay(caller: UserCaller, payment: SandboxPaymentRequest): Promise<StoredAdvice & CodedAdvice> {
    const { payment_code: code, amount, reference } = payment;
    const valueDate = payment.value_date === undefined ? null : parseLocalDate(payment.value_date);
    if (valueDate !== null) assertPastDay('value_date', valueDate, caller.at);
    const booker = { actor: buildActor(caller, 'bank'), audit: notAudited, datePath: 'value_date' };
    return this.advices.book(booker, buildAdvice(code, amount, reference, valueDate));
  }

  async answerRequest(caller: UserCaller, id: string, change: ServiceRequestChangeRequest): Promise<ServiceRequest> {
    await this.requests.get(caller.environment, id, caller.user.agentCode);
    return this.requests.resolve(caller, id, getName(caller), change);
  }

  async infect(caller: UserCaller, idText: string): Promise<UploadedDocument> {
    const id = parseObjectId(idText);
    const upload = id === null ? null : await this.scans.findUpload(caller, id, caller.user.readableAgents);
    if (!upload) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    assertOwn(caller, upload);
    const isFound = await this.scans.saveInfected(caller, upload, VIRUS_NAME);
    if (!isFound) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: INFECTED_ALREADY });
    return upload;
  }
}

@Injectable()
export class ActingCancellationService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly cancellations: CancellationService,
    private readonly withdrawals: WithdrawalWriter,
  ) {}

  async cancel(caller: UserCaller, id: string, request: SandboxCancellationRequest): Promise<ApplicationRecord> {
    await this.applications.getOwnApplication(caller, id, 'any');
    const { reason_code: reasonCode, received_on: receivedOn = toLocalDate(caller.at), ...fields } = request;
    const cancellation = parseCancellation({ ...fields, reasonCode, receivedOn });
    const audit = this.withdrawals.toStaffAudit(notAudited);
    const cancelled = this.cancellations.cancel(buildActor(caller, 'staff'), id, cancellation, audit);
    const { application } = await cancelled.catch((error: unknown) => {
      throw withFieldNames(error);
    });
    return application;
  }

  async unschedule(caller: UserCaller, id: string): Promise<ApplicationRecord> {
    await this.applications.getOwnApplication(caller, id, 'any');
    return this.cancellations.unschedule(buildActor(caller, 'staff'), id, notAudited);
  }
}

@Injectable()
export class ActingReinstatementService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly reinstatements: ReinstatementService,
    private readonly advices: BankAdviceService,
  ) {}

  async reinstate(
    caller: UserCaller,
    id: string,
    { reason, suspense_id: suspenseId = null }: SandboxReinstatementRequest,
  ): Promise<ApplicationRecord> {
    const { id: applicationId } = await this.applications.getOwnApplication(caller, id, 'any');
    if (suspenseId === null)
      return this.reinstatements.reinstate({ actor: buildActor(caller, 'staff'), userId: caller.user.id, audit: notAudited }, id, reason);
    return this.advices.reinstateFromSuspense({ actor: buildActor(caller, 'bank'), audit: notAudited }, suspenseId, applicationId, reason);
  }
}

/** Acts by the code that serves the customer's page (sandbox.10). */
@Injectable()
export class ActingCustomerService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly answers: CustomerAnswerService,
    private readonly withdrawals: WithdrawalService,
  ) {}

  async act(caller: UserCaller, idText: string, { act, reason }: SandboxCustomerRequest): Promise<ApplicationRecord> {
    const application = await this.applications.getOwnApplication(caller, idText, 'any');
    const { environment, at, clock, unitOfWork, language, keyPrefix } = caller;
    const actor = {
      environment,
      at,
      clock,
      unitOfWork,
      language,
      keyPrefix,
      channel: 'SANDBOX',
      name: getName(caller),
      address: null,
    } as const;
    const text = reason?.trim() ?? null;
    if (act === 'withdraw') await this.withdrawals.receive(actor, application.id, { reason: text, linkId: null });
    else await this.answers.answerAs(actor, application, act === 'accept', text);
    return this.applications.getOwnApplication(caller, idText, 'any');
  }
}

@Injectable()
export class ActingCommissionService {
  constructor(
    private readonly statements: CommissionStatementService,
    private readonly repository: CommissionStatementRepository,
  ) {}

  async settle(caller: UserCaller, month: LocalDate, settlement: CommissionSettlement): Promise<CommissionStatement> {
    const { agentCode } = caller.user;
    const context = { writer: caller, userId: null, name: getName(caller), audit: () => Promise.resolve() };
    await this.statements.prepare(context, month, agentCode);
    const find = async (): Promise<CommissionStatement> => {
      const { items } = await this.repository.list(caller, { agents: [agentCode], month }, { start: 1, limit: 1 });
      if (items[0] === undefined) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: NO_COMMISSION });
      return items[0];
    };
    await this.statements.approve(context, (await find()).id, settlement);
    return find();
  }
}

const NO_COMMISSION = {
  el: 'Δεν υπάρχουν προμήθειες χωρίς εκκαθάριση έως το τέλος του μήνα.',
  en: 'There is no commission without a statement up to the end of the month.',
};

const FIELD_NAMES: Readonly<Record<string, string>> = { reasonCode: 'reason_code', receivedOn: 'received_on' };

function withFieldNames(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const [first, ...others] = error.violations.map((violation) => ({ ...violation, path: FIELD_NAMES[violation.path] ?? violation.path }));
  return first ? DomainError.ofViolations([first, ...others]) : error;
}

function buildActor(caller: UserCaller, role: ActorRole): Actor {
  return { ...toAgentActor(caller), role, name: getName(caller) };
}

/** Shows in the history that nobody at the insurer acted. */
function getName({ user }: UserCaller): string {
  return `Sandbox: ${user.name}`;
}

const INFECTED_ALREADY = { el: 'Στο έγγραφο έχει ήδη βρεθεί ιός.', en: 'A virus has already been found in the document.' };
