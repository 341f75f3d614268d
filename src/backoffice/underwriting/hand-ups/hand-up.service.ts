import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { describeHolders, type AuthorityReport } from '../../../record/contract/underwriting/authority.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffAmendmentDecisionService } from '../amendments/staff-amendment-decision.service.js';
import { ApplicationWorkService } from '../applications/application-work.service.js';
import { StaffDecisionService } from '../applications/staff-decision.service.js';
import type { HandUpRequest, HandUpResponse } from './hand-ups.dto.js';

@Injectable()
export class HandUpService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly decisions: StaffDecisionService,
    private readonly amendments: StaffAmendmentDecisionService,
    private readonly work: ApplicationWorkService,
    private readonly agentClocks: AgentClocks,
  ) {}

  async handUp(staff: StaffCaller, idText: string, { userId, note, amendmentNo = null }: HandUpRequest): Promise<HandUpResponse> {
    const { id, agentCode } = await this.applications.getAnyApplication(staff, idText);
    const { mayDecide } = await this.assess(staff, idText, amendmentNo);
    if (userId === staff.userId || !mayDecide.some((holder) => holder.id === userId)) {
      const who = describeHolders(mayDecide.filter((holder) => holder.id !== staff.userId));
      throw buildInvalidField('userId', { el: `${NOT_COVERED.el} ${who.el}`, en: `${NOT_COVERED.en} ${who.en}` });
    }
    const dated = await this.agentClocks.applyClock(staff, agentCode);
    return this.work.handUp(dated, id, { userId, note: note.trim(), amendmentNo });
  }

  private async assess(staff: StaffCaller, id: string, amendmentNo: number | null): Promise<AuthorityReport> {
    const approval = { decision: 'approve' };
    const { report } = await (amendmentNo === null
      ? this.decisions.preview(staff, id, approval)
      : this.amendments.dryRun(staff, id, String(amendmentNo), approval));
    if (report === null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS);
    return report;
  }
}

const NOT_COVERED: Text = {
  el: 'Δεν είναι άλλος χρήστης της Ανάληψης Κινδύνων με εγκριτικά όρια για αυτή την έγκριση.',
  en: 'Not another underwriter with the authority for this approval.',
};
