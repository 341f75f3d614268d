import { Injectable } from '@nestjs/common';
import { parseInstant, parseLocalDate } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { toAmount, decimal } from '../../common/money.js';
import { isMissing } from '../../common/validation/checks.js';
import { windowOf } from '../../common/validation/page-query.dto.js';
import type { ApplicationRecord, Doer, RecordMessage, Severity } from '../../record/applications/application.js';
import { ApplicationHistoryRepository } from '../../record/applications/application-history.repository.js';
import { Applications } from '../../record/applications/applications.js';
import type { Terms } from '../../record/applications/approval.js';
import type { LineCode } from '../../record/lines/questionnaires.js';
import { statusesIn } from '../../record/applications/status-list.js';
import type { Witness } from '../../record/applications/witness.js';
import { Cancellations } from '../../record/cancellation/cancellations.js';
import { DocumentRepository } from '../../record/documents/document.repository.js';
import { Underwriting, type DecisionKind } from '../../record/underwriting/underwriting.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, Audit, type AuditAction } from '../audit/audit.js';
import type { CancelledApplicationEntity } from './cancelled-application.dto.js';
import {
  type AcceptanceDto,
  type CancellationDto,
  type DecisionDto,
  type DecisionMessageDto,
  type StaffApplicationsQuery,
  type TermsDto,
} from './staff-application-input.dto.js';
import type { StaffApplicationPage } from './staff-application.dto.js';
import { toRefund, toStaffEntity, toSummary, type WholeApplication } from './staff-application.mapper.js';

/** Applications as the insurer's people see and move them. */
@Injectable()
export class StaffApplicationsService {
  constructor(
    private readonly applications: Applications,
    private readonly history: ApplicationHistoryRepository,
    private readonly documents: DocumentRepository,
    private readonly underwriting: Underwriting,
    private readonly cancellations: Cancellations,
    private readonly audit: Audit,
  ) {}

  async list(staff: StaffCaller, query: StaffApplicationsQuery): Promise<StaffApplicationPage> {
    const window = windowOf(query);
    const filter = {
      ...{
        statuses: query.status ? statusesIn(query.status) : undefined,
        line: query.line as LineCode | undefined,
        agentCode: query.agent,
      },
      ...{ from: instantOf(query.from), to: instantOf(query.to) },
      ...{ number: query.number?.trim(), clientName: query.name?.trim(), clientAfm: query.afm?.trim() },
    };
    const { items, total } = await this.history.findQueue(staff.environment, filter, window);
    return { items: items.map((item) => toSummary(item, staff.language)), ...window, total };
  }

  /**
   * The application as it is, or as it was at a moment.
   * @throws DomainError APPLICATION_NOT_FOUND, also when there was no such application yet
   */
  async get(staff: StaffCaller, id: string, asOf?: string): Promise<WholeApplication> {
    const current = await this.applications.getAnyApplication(staff.environment, id);
    const at = asOf === undefined ? null : parseInstant(asOf);
    const [history, documents] = await Promise.all([
      this.history.findTransitions(staff.environment, current.id),
      this.documents.findDocuments(staff.environment, current.id, [current.agentCode]),
    ]);
    if (at === null) return { application: current, history, documents: documents ?? [] };
    return {
      application: await this.stateAt(staff, current, at),
      history: history.filter((transition) => transition.at <= at),
      documents: (documents ?? []).filter((document) => document.createdAt <= at),
    };
  }

  async decide(staff: StaffCaller, id: string, dto: DecisionDto): Promise<WholeApplication> {
    const decision = dto.decision as DecisionKind;
    const terms = dto.terms ? toTerms(dto.terms) : null;
    if ((terms !== null) !== (decision === 'approve_with_terms')) throw wrongTerms(terms !== null);
    const decided = { decision, messages: (dto.messages ?? []).map(toMessage), terms };
    await this.underwriting.decide(doerOf(staff), id, decided, this.witness(staff, 'decide', id));
    return this.get(staff, id);
  }

  async answer(staff: StaffCaller, id: string, { accepted, reason }: AcceptanceDto): Promise<WholeApplication> {
    await this.underwriting.answer(doerOf(staff), id, { accepted, reason: reason ?? null }, this.witness(staff, 'answer', id));
    return this.get(staff, id);
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, BAD_DATE, CHANGED_MEANWHILE */
  async cancel(staff: StaffCaller, id: string, { date, reason, claims }: CancellationDto): Promise<CancelledApplicationEntity> {
    const request = { date: parseLocalDate(date) ?? date, reason: reason.trim(), claims };
    const cancellation = await this.cancellations.cancel(doerOf(staff), id, request, this.witness(staff, 'cancel', id));
    return { ...toStaffEntity(await this.get(staff, id), staff.language), refund: toRefund(cancellation) };
  }

  /** What is done to an application stands in the audit record, written in the same transaction. */
  private witness(staff: StaffCaller, action: AuditAction, id: string): Witness {
    const { environment } = staff;
    return (tx, details) => this.audit.record(tx, actorOf(staff), { action, subject: 'application', id, environment, details });
  }

  private async stateAt(staff: StaffCaller, current: ApplicationRecord, at: Date): Promise<ApplicationRecord> {
    if (at >= current.updatedAt) return current;
    const former = await this.history.findAsOf(staff.environment, current.id, at);
    if (!former) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return former;
  }
}

function doerOf({ environment, at, name }: StaffCaller): Doer {
  return { environment, at, actor: 'staff', actorName: name, keyPrefix: null, agentCode: null };
}

function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : (parseInstant(text) ?? undefined);
}

function toMessage({ code, severity, path, text }: DecisionMessageDto): RecordMessage {
  return {
    code: code ?? 'UNDERWRITER',
    severity: (severity as Severity | undefined) ?? 'warning',
    path: path ?? 'application',
    text: { el: text, en: text },
  };
}

/** A field that is null is absent, as everywhere. */
function toTerms({ loadingPercent, excludedCovers, deductible, note }: TermsDto): Terms {
  return {
    ...(isMissing(loadingPercent) ? {} : { loadingPercent: String(loadingPercent) }),
    ...(isMissing(excludedCovers) ? {} : { excludedCovers }),
    ...(isMissing(deductible) ? {} : { deductible: toAmount(decimal(deductible)) }),
    ...(isMissing(note) ? {} : { note }),
  };
}

function wrongTerms(areGiven: boolean): DomainError {
  const code = areGiven ? ErrorCode.INVALID : ErrorCode.REQUIRED;
  const text = areGiven
    ? { el: 'Όροι δίνονται μόνο με την απόφαση approve_with_terms.', en: 'Terms go with the decision approve_with_terms only.' }
    : ERROR_TEXTS[ErrorCode.REQUIRED];
  return DomainError.ofFaults([{ path: 'terms', code, text }]);
}
