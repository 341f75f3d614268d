import { Injectable } from '@nestjs/common';
import type { Actor, AuditWriter } from '../../../record/core/applications/application.js';
import { AmendmentForms } from '../../../record/contract/amendments/amendment-form.service.js';
import { UnderwritingService } from '../../../record/contract/underwriting/underwriting.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import type { StaffAcceptanceRequest, StaffApplicationQuery } from './staff-application-input.dto.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import type { WholeApplication } from './staff-application.mapper.js';

@Injectable()
export class StaffApplicationsService {
  constructor(
    private readonly reader: StaffApplicationReader,
    private readonly underwriting: UnderwritingService,
    private readonly audit: AuditService,
    private readonly forms: AmendmentForms,
  ) {}

  async get(staff: StaffCaller, id: string, { asOf, on }: StaffApplicationQuery): Promise<WholeApplication> {
    const whole = await this.reader.get(staff, id, asOf);
    if (on === undefined) return whole;
    return { ...whole, application: await this.forms.getOn(staff, whole.application, { on, asOf }), isNow: false };
  }

  async answer(staff: StaffCaller, id: string, { accepted, reason, documentId }: StaffAcceptanceRequest): Promise<WholeApplication> {
    await this.underwriting.recordResponse(
      toRecordActor(staff),
      id,
      { accepted, reason: reason ?? null, documentId },
      this.auditWriter(staff, 'answer', id),
    );
    return this.reader.get(staff, id);
  }

  private auditWriter(staff: StaffCaller, action: AuditAction, id: string): AuditWriter {
    const { environment } = staff;
    return (tx, details) => this.audit.record(tx, toAuditActor(staff), { action, subject: 'application', id, environment, details });
  }
}

export function toRecordActor({ environment, at, name, unitOfWork, expectedVersions }: StaffCaller): Actor {
  return { environment, at, unitOfWork, expectedVersions, role: 'staff', name, keyPrefix: null, agentCode: null };
}
