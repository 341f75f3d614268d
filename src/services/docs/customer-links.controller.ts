import { Delete, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, IssuesSecret, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import { getLinkState, type CustomerLink, type LinkPurpose } from '../../record/contract/customer/customer-link.js';
import { CustomerLinkService } from '../../record/contract/customer/customer-link.service.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { CustomerLinkRequest, CustomerLinkResponse, NewCustomerLinkResponse } from './customer-link.dto.js';

@ServiceController('docs-api', 'policy/applications/:id/customer_links')
export class CustomerLinksController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly links: CustomerLinkService,
  ) {}

  /** Create a link for the customer of an application. Its address is shown only in this response. */
  @Post()
  @IssuesSecret()
  async createCustomerLink(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() { purpose, expires, mail }: CustomerLinkRequest,
  ): Promise<NewCustomerLinkResponse> {
    const application = await this.applications.getOwnApplication(caller, id, 'any');
    const { link, url, sentTo } = await this.links.create(toMaker(caller), application, {
      purpose: purpose as LinkPurpose,
      lastDay: expires ?? null,
      isMailed: mail ?? false,
    });
    return { ...toResponse(link, caller.at), url, sent_to: sentTo };
  }

  /** List the links of an application, newest first, up to 100. */
  @Get()
  async listCustomerLinks(@CurrentCaller() caller: UserCaller, @Param('id') idText: string): Promise<CustomerLinkResponse[]> {
    const { id } = await this.applications.getApplication(caller, idText, 'any');
    return (await this.links.list(caller, id)).map((link) => toResponse(link, caller.at));
  }

  /** Withdraw a link, so that it opens nothing any more. */
  @Delete(':link_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async withdrawCustomerLink(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('link_id') linkId: string,
  ): Promise<void> {
    await this.links.withdraw(toMaker(caller), await this.applications.getOwnApplication(caller, id, 'any'), linkId);
  }
}

/** The link itself names its maker, so no further record is written. */
function toMaker(caller: UserCaller) {
  return { ...caller, name: caller.user.name, audit: () => Promise.resolve() };
}

function toResponse(link: CustomerLink, now: Date): CustomerLinkResponse {
  const { id, purpose, expiresAt, createdBy, createdAt, withdrawnAt } = link;
  return {
    id,
    purpose,
    state: getLinkState(link, now),
    expires_at: toLocalDateTime(expiresAt),
    created_by: createdBy,
    created_at: toLocalDateTime(createdAt),
    withdrawn_at: withdrawnAt && toLocalDateTime(withdrawnAt),
  };
}
