import { Injectable } from '@nestjs/common';
import type { AmendmentDesk } from '../../../record/contract/amendments/amendment-reader.service.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toRecordActor } from '../applications/staff-applications.service.js';

const PATHS = { effectiveDate: 'effectiveDate', receivedOn: 'receivedOn' };

const AUDITED: Readonly<Record<string, AuditAction>> = { insert: 'create', cancel: 'cancel', reverse: 'reverse', issue: 'book' };

@Injectable()
export class StaffAmendmentDesks {
  constructor(
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
  ) {}

  open(staff: StaffCaller, id: string): AmendmentDesk {
    const actor = toRecordActor(staff);
    const { environment } = staff;
    return {
      actor,
      paths: PATHS,
      expectedVersions: actor.expectedVersions,
      open: ({ unitOfWork }) => this.applications.getAnyApplication({ ...actor, unitOfWork }, id),
      audit: (tx, details) => {
        const action = AUDITED[String(details['action'])] ?? 'change';
        return this.audit.record(tx, toAuditActor(staff), { action, subject: 'application', id, environment, details });
      },
    };
  }
}
