import { Delete, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { IssuesSecret, JsonBody } from '../../../gateway/handler/decorators.js';
import { getLinkState, type CustomerLink } from '../../../record/contract/customer/customer-link.js';
import { CustomerLinkService, type LinkCreator } from '../../../record/contract/customer/customer-link.service.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { AuditService, toAuditActor } from '../../access/audit/audit.service.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  StaffCustomerLinkListResponse,
  StaffCustomerLinkRequest,
  StaffCustomerLinkResponse,
  StaffNewCustomerLinkResponse,
} from './customer-links.dto.js';

@BackofficeController('applications/:id/customer-links')
@Roles('underwriter', 'issuing')
export class StaffCustomerLinksController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly links: CustomerLinkService,
    private readonly audit: AuditService,
  ) {}

  /** Create a link for the customer of an application. Its address is shown only in this response. */
  @Post()
  @IssuesSecret()
  async createStaffCustomerLink(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { purpose, expires, mail }: StaffCustomerLinkRequest,
  ): Promise<StaffNewCustomerLinkResponse> {
    const application = await this.applications.getAnyApplication(staff, id);
    const request = { purpose, lastDay: expires ?? null, isMailed: mail ?? false };
    const { link, url, sentTo } = await this.links.create(this.toMaker(staff, id), application, request);
    return { ...toResponse(link, staff.at), url, sentTo };
  }

  /** List the links of an application, newest first, up to 100. */
  @Get()
  async listStaffCustomerLinks(@CurrentStaff() staff: StaffCaller, @Param('id') idText: string): Promise<StaffCustomerLinkListResponse> {
    const { id } = await this.applications.getAnyApplication(staff, idText);
    return { items: (await this.links.list(staff, id)).map((link) => toResponse(link, staff.at)) };
  }

  /** Withdraw a link, so that it opens nothing any more. */
  @Delete(':linkId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async withdrawStaffCustomerLink(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('linkId') linkId: string,
  ): Promise<void> {
    await this.links.withdraw(this.toMaker(staff, id), await this.applications.getAnyApplication(staff, id), linkId);
  }

  private toMaker(staff: StaffCaller, id: string): LinkCreator {
    const { environment, at, unitOfWork, name, root } = staff;
    const audit: LinkCreator['audit'] = (tx, details) =>
      this.audit.record(tx, toAuditActor(staff), { action: 'change', subject: 'application', id, environment, details });
    return { environment, at, unitOfWork, name, root, audit };
  }
}

function toResponse(link: CustomerLink, now: Date): StaffCustomerLinkResponse {
  const { id, purpose, expiresAt, createdBy, createdAt, withdrawnBy, withdrawnAt } = link;
  return {
    id,
    purpose,
    state: getLinkState(link, now),
    expiresAt: toLocalDateTime(expiresAt),
    createdBy,
    createdAt: toLocalDateTime(createdAt),
    withdrawnBy,
    withdrawnAt: withdrawnAt && toLocalDateTime(withdrawnAt),
  };
}
