import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { ACTION_TITLES } from '../../../record/core/applications/action.js';
import { ApplicationService, assertExpected } from '../../../record/core/applications/application.service.js';
import type { AuthorityCheck } from '../../../record/contract/underwriting/authority.js';
import { readDecision } from '../../../record/contract/underwriting/decision-input.js';
import { UnderwritingService } from '../../../record/contract/underwriting/underwriting.service.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { DecisionControl, type DryRunDecision } from '../authorities/decision-control.service.js';
import type { DecisionRequest } from './staff-application-input.dto.js';
import { toRecordActor } from './staff-applications.service.js';

interface DecisionInput {
  readonly applicationId: number;
  readonly version: number;
  readonly decision: DecisionRequest;
}

@Injectable()
export class StaffDecisionService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly underwriting: UnderwritingService,
    private readonly control: DecisionControl,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<DecisionInput>('DECISION', {
      roles: ['underwriter'],
      run: async (staff, { applicationId, version, decision }) => {
        const second = { ...staff, expectedVersions: [version] };
        const check = this.control.createCheck(second);
        await this.control.confirm(() => this.apply(second, String(applicationId), decision, check));
        return { applicationId };
      },
    });
  }

  async decide(staff: StaffCaller, id: string, request: DecisionRequest): Promise<PendingActionResponse | null> {
    if (!(await this.control.canNeedSecondPerson(staff, request.decision))) {
      await this.apply(staff, id, request, this.control.createCheck(staff));
      return null;
    }
    const current = await this.applications.getAnyApplication(staff, id);
    assertExpected(staff, current);
    // Another version could need a second person.
    const decider = { ...staff, expectedVersions: [current.version] };
    const pending = await this.createPending(decider, current, request);
    if (pending === null) await this.apply(decider, id, request, this.control.createCheck(decider));
    return pending;
  }

  preview(staff: StaffCaller, id: string, request: DecisionRequest): Promise<DryRunDecision<ApplicationRecord>> {
    return this.control.dryRun(staff, request.decision, (dryRunStaff, check) => this.apply(dryRunStaff, id, request, check));
  }

  private async createPending(
    staff: StaffCaller,
    { id: applicationId, version, applicationNo, agentCode }: ApplicationRecord,
    request: DecisionRequest,
  ): Promise<PendingActionResponse | null> {
    const { report, secondPersonReason: why } = await this.preview(staff, String(applicationId), request);
    if (why === null || report === null) return null;
    const title = ACTION_TITLES[request.decision === 'decline' ? 'decline' : 'approve'];
    const [sum, premium] = [formatEuro(report.need.sumInsured), formatEuro(report.need.premium)];
    const figures = { el: `, κεφάλαιο ${sum.el}, ασφάλιστρο ${premium.el}`, en: `, sum insured ${sum.en}, premium ${premium.en}` };
    const { el, en } = request.decision === 'decline' ? { el: '', en: '' } : figures;
    return this.actions.create(staff, {
      kind: 'DECISION',
      request: { applicationId, version, decision: request } satisfies DecisionInput,
      summary: { el: `${title.el} της αίτησης ${applicationNo}${el}.`, en: `${title.en}: application ${applicationNo}${en}.` },
      why,
      amount: null,
      applicationId,
      agentCode,
    });
  }

  private apply(staff: StaffCaller, id: string, request: DecisionRequest, check: AuthorityCheck): Promise<ApplicationRecord> {
    const decided = readDecision(check, request, request.terms, 'terms.excludedCovers');
    const { environment } = staff;
    return this.underwriting.decide(toRecordActor(staff), id, decided, (tx, details) =>
      this.audit.record(tx, toAuditActor(staff), { action: 'decide', subject: 'application', id, environment, details }),
    );
  }
}
