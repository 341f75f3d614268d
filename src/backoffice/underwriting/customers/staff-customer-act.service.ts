import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { CustomerActRepository } from '../../../record/core/customer-acts/customer-act.repository.js';
import { hashShown, type CustomerAct, type ShownContent } from '../../../record/core/customer-acts/customer-act.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { StaffCustomerActListResponse, StaffCustomerActResponse } from './withdrawals.dto.js';

@Injectable()
export class StaffCustomerActService {
  constructor(
    private readonly acts: CustomerActRepository,
    private readonly applications: ApplicationService,
  ) {}

  async list(staff: StaffCaller, idText: string): Promise<StaffCustomerActListResponse> {
    const { id } = await this.applications.getAnyApplication(staff, idText);
    const acts = await this.acts.listActs(staff, id);
    return { items: await Promise.all(acts.map((act) => this.toResponse(staff, act))) };
  }

  private async toResponse(staff: StaffCaller, act: CustomerAct): Promise<StaffCustomerActResponse> {
    const { at, answers, shown, shownSha256, applicationId, ...fields } = act;
    const { documents = [] } = JSON.parse(shown) as Partial<ShownContent>;
    const isSame = documents.length === 0 || (await this.acts.countSame(staff, applicationId, documents)) === documents.length;
    return {
      ...fields,
      at: toLocalDateTime(at),
      answers: [...answers],
      shown,
      shownSha256,
      isVerified: hashShown(shown) === shownSha256 && isSame,
    };
  }
}
