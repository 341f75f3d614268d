import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import { ACTION_TITLES } from '../../../record/core/applications/action.js';
import { AmendmentReader, type AmendmentView } from '../../../record/contract/amendments/amendment-reader.service.js';
import { AmendmentService } from '../../../record/contract/amendments/amendment.service.js';
import type { AmendmentResponse } from '../../../record/contract/amendments/amendment.dto.js';
import type { AuthorityCheck } from '../../../record/contract/underwriting/authority.js';
import { readDecision } from '../../../record/contract/underwriting/decision-input.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { DecisionRequest } from '../applications/staff-application-input.dto.js';
import { DecisionControl, toDecisionAuthority, type DryRunDecision } from '../authorities/decision-control.service.js';
import type { AmendmentDecisionPreviewResponse } from './staff-amendment.dto.js';
import { StaffAmendmentDesks } from './staff-amendment-desks.service.js';
import { StaffAmendmentService } from './staff-amendment.service.js';

interface AmendmentDecisionInput {
  readonly applicationId: number;
  readonly amendmentNo: number;
  readonly version: number;
  readonly decision: DecisionRequest;
}

@Injectable()
export class StaffAmendmentDecisionService {
  constructor(
    private readonly amendments: AmendmentService,
    private readonly reader: AmendmentReader,
    private readonly desks: StaffAmendmentDesks,
    private readonly staffAmendments: StaffAmendmentService,
    private readonly control: DecisionControl,
    private readonly actions: PendingActionService,
  ) {
    actions.register<AmendmentDecisionInput>('AMENDMENT_DECISION', {
      roles: ['underwriter'],
      run: async (staff, { applicationId, amendmentNo, version, decision }) => {
        const second = { ...staff, expectedVersions: [version] };
        const check = this.control.createCheck(second);
        await this.control.confirm(() => this.apply(second, String(applicationId), String(amendmentNo), decision, check));
        return { applicationId, amendmentNo };
      },
    });
  }

  async decide(staff: StaffCaller, id: string, no: string, request: DecisionRequest): Promise<AmendmentResponse | PendingActionResponse> {
    if (!(await this.control.canNeedSecondPerson(staff, request.decision))) return this.decideAlone(staff, id, no, request);
    const current = await this.reader.getExpected(this.desks.open(staff, id), no);
    // Another version could need a second person.
    const decider = { ...staff, expectedVersions: [current.amendment.version] };
    return (await this.createPending(decider, current, request)) ?? this.decideAlone(decider, id, no, request);
  }

  async preview(staff: StaffCaller, id: string, no: string, request: DecisionRequest): Promise<AmendmentDecisionPreviewResponse> {
    const result = await this.dryRun(staff, id, no, request);
    return { ...this.staffAmendments.toResponse(staff, result.result), authority: toDecisionAuthority(result, staff) };
  }

  dryRun(staff: StaffCaller, id: string, no: string, request: DecisionRequest): Promise<DryRunDecision<AmendmentView>> {
    return this.control.dryRun(staff, request.decision, (dryRunStaff, check) => this.apply(dryRunStaff, id, no, request, check));
  }

  private async decideAlone(staff: StaffCaller, id: string, no: string, request: DecisionRequest): Promise<AmendmentResponse> {
    return this.staffAmendments.toResponse(staff, await this.apply(staff, id, no, request, this.control.createCheck(staff)));
  }

  private async createPending(
    staff: StaffCaller,
    { policy, amendment }: AmendmentView,
    request: DecisionRequest,
  ): Promise<PendingActionResponse | null> {
    const { id: applicationId, policyNo, agentCode } = policy;
    const { amendmentNo, version } = amendment;
    const { report, secondPersonReason: why } = await this.dryRun(staff, String(applicationId), String(amendmentNo), request);
    if (why === null || report === null) return null;
    const title = ACTION_TITLES[request.decision === 'decline' ? 'decline' : 'approve'];
    const sum = formatEuro(report.need.sumInsured);
    const figures = request.decision === 'decline' ? { el: '', en: '' } : { el: `, κεφάλαιο ${sum.el}`, en: `, sum insured ${sum.en}` };
    return this.actions.create(staff, {
      kind: 'AMENDMENT_DECISION',
      request: { applicationId, amendmentNo, version, decision: request } satisfies AmendmentDecisionInput,
      summary: {
        el: `${title.el} της πρόσθετης πράξης ${amendmentNo} του συμβολαίου ${policyNo}${figures.el}.`,
        en: `${title.en}: amendment ${amendmentNo} of policy ${policyNo}${figures.en}.`,
      },
      why,
      amount: null,
      applicationId,
      agentCode,
    });
  }

  private apply(staff: StaffCaller, id: string, no: string, request: DecisionRequest, check: AuthorityCheck): Promise<AmendmentView> {
    const decided = readDecision(check, request, request.terms, 'terms.excludedCovers');
    return this.amendments.decide(this.desks.open(staff, id), no, decided);
  }
}
