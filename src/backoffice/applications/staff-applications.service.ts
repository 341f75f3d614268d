import { Injectable } from '@nestjs/common';
import { parseInstant } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { windowOf } from '../../common/validation/page-query.dto.js';
import type { ApplicationRecord, Actor } from '../../record/applications/application.js';
import { ApplicationHistoryRepository } from '../../record/applications/application-history.repository.js';
import { ApplicationService } from '../../record/applications/application.service.js';
import type { LineCode } from '../../record/lines/questionnaires.js';
import { statusesIn } from '../../record/applications/status-list.js';
import type { AuditWriter } from '../../record/applications/audit-writer.js';
import type { PolicyCancellationRequest } from '../../record/cancellation/cancellation.dto.js';
import { CancellationService } from '../../record/cancellation/cancellation.service.js';
import { DocumentRepository } from '../../record/documents/document.repository.js';
import type { AcceptanceRequest } from '../../record/underwriting/acceptance.dto.js';
import { readDecision } from '../../record/underwriting/decision-input.js';
import { UnderwritingService } from '../../record/underwriting/underwriting.service.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, AuditService, type AuditAction } from '../audit/audit.service.js';
import type { CancelledApplicationResponse } from './cancelled-application.dto.js';
import type { DecisionRequest, StaffApplicationsQuery } from './staff-application-input.dto.js';
import type { StaffApplicationPageResponse } from './staff-application.dto.js';
import { toRefund, toStaffResponse, toSummary, type WholeApplication } from './staff-application.mapper.js';

/** Applications as the insurer's people see and move them. */
@Injectable()
export class StaffApplicationsService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly history: ApplicationHistoryRepository,
    private readonly documents: DocumentRepository,
    private readonly underwriting: UnderwritingService,
    private readonly cancellations: CancellationService,
    private readonly audit: AuditService,
  ) {}

  async list(staff: StaffCaller, query: StaffApplicationsQuery): Promise<StaffApplicationPageResponse> {
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

  async decide(staff: StaffCaller, id: string, dto: DecisionRequest): Promise<WholeApplication> {
    const decided = readDecision(dto, dto.terms, 'terms.excludedCovers');
    await this.underwriting.decide(recordActor(staff), id, decided, this.auditWriter(staff, 'decide', id));
    return this.get(staff, id);
  }

  async answer(staff: StaffCaller, id: string, { accepted, reason }: AcceptanceRequest): Promise<WholeApplication> {
    await this.underwriting.answer(recordActor(staff), id, { accepted, reason: reason ?? null }, this.auditWriter(staff, 'answer', id));
    return this.get(staff, id);
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, BAD_DATE, CHANGED_MEANWHILE */
  async cancel(staff: StaffCaller, id: string, request: PolicyCancellationRequest): Promise<CancelledApplicationResponse> {
    const cancellation = await this.cancellations.cancel(recordActor(staff), id, request, this.auditWriter(staff, 'cancel', id));
    return { ...toStaffResponse(await this.get(staff, id), staff.language), refund: toRefund(cancellation) };
  }

  /** What is done to an application stands in the audit record, written in the same transaction. */
  private auditWriter(staff: StaffCaller, action: AuditAction, id: string): AuditWriter {
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

function recordActor({ environment, at, name }: StaffCaller): Actor {
  return { environment, at, role: 'staff', name: name, keyPrefix: null, agentCode: null };
}

function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : (parseInstant(text) ?? undefined);
}
