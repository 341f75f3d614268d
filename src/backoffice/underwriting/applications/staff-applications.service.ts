import { Injectable } from '@nestjs/common';
import type { Actor, ApplicationRecord, AuditWriter } from '../../../record/core/applications/application.js';
import type { PolicyCancellationRequest } from '../../../record/contract/cancellation/cancellation.dto.js';
import { CancellationService, type Cancellation } from '../../../record/contract/cancellation/cancellation.service.js';
import type { AcceptanceRequest } from '../../../record/contract/underwriting/decision.dto.js';
import { readDecision } from '../../../record/contract/underwriting/decision-input.js';
import { UnderwritingService } from '../../../record/contract/underwriting/underwriting.service.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import type { CancelledApplicationResponse } from './staff-application.dto.js';
import type { DecisionRequest } from './staff-application-input.dto.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { toRefund, toStaffResponse, type WholeApplication } from './staff-application.mapper.js';

@Injectable()
export class StaffApplicationsService {
  constructor(
    private readonly reader: StaffApplicationReader,
    private readonly underwriting: UnderwritingService,
    private readonly cancellations: CancellationService,
    private readonly audit: AuditService,
    private readonly store: Store,
  ) {}

  async decide(staff: StaffCaller, id: string, dto: DecisionRequest): Promise<WholeApplication> {
    await this.applyDecision(staff, id, dto);
    return this.reader.get(staff, id);
  }

  /** Rehearses a decision, with its errors, and stores nothing (backoffice.32). */
  previewDecision(staff: StaffCaller, id: string, dto: DecisionRequest): Promise<ApplicationRecord> {
    return this.store.runAndRollBack((unitOfWork) => this.applyDecision({ ...staff, unitOfWork }, id, dto));
  }

  async answer(staff: StaffCaller, id: string, { accepted, reason }: AcceptanceRequest): Promise<WholeApplication> {
    await this.underwriting.recordResponse(
      recordActor(staff),
      id,
      { accepted, reason: reason ?? null },
      this.auditWriter(staff, 'answer', id),
    );
    return this.reader.get(staff, id);
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, BAD_DATE, CHANGED_MEANWHILE */
  async cancel(staff: StaffCaller, id: string, request: PolicyCancellationRequest): Promise<CancelledApplicationResponse> {
    const cancellation = await this.applyCancellation(staff, id, request);
    return { ...toStaffResponse(await this.reader.get(staff, id), staff), refund: toRefund(cancellation) };
  }

  /** Rehearses a cancellation, with its errors, and stores nothing (backoffice.32). */
  previewCancellation(staff: StaffCaller, id: string, request: PolicyCancellationRequest): Promise<Cancellation> {
    return this.store.runAndRollBack((unitOfWork) => this.applyCancellation({ ...staff, unitOfWork }, id, request));
  }

  private applyDecision(staff: StaffCaller, id: string, dto: DecisionRequest): Promise<ApplicationRecord> {
    const decided = readDecision(dto, dto.terms, 'terms.excludedCovers');
    return this.underwriting.decide(recordActor(staff), id, decided, this.auditWriter(staff, 'decide', id));
  }

  private applyCancellation(staff: StaffCaller, id: string, request: PolicyCancellationRequest): Promise<Cancellation> {
    return this.cancellations.cancel(recordActor(staff), id, request, this.auditWriter(staff, 'cancel', id));
  }

  private auditWriter(staff: StaffCaller, action: AuditAction, id: string): AuditWriter {
    const { environment } = staff;
    return (tx, details) => this.audit.record(tx, toAuditActor(staff), { action, subject: 'application', id, environment, details });
  }
}

function recordActor({ environment, at, name, unitOfWork, expectedVersions }: StaffCaller): Actor {
  return { environment, at, unitOfWork, expectedVersions, role: 'staff', name, keyPrefix: null, agentCode: null };
}
