import { Delete, Get, HttpCode, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { getHolder } from '../../common/caller.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { CurrentCall, JsonBody, Preview, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { sendPdf } from '../../gateway/handler/printed-response.js';
import { isNotModified, setVersionTag } from '../../gateway/handler/version-response.js';
import { ApiNotModified, ApiPdf } from '../../gateway/documentation/file-responses.js';
import { buildDocumentsHref } from '../../record/core/applications/application-links.js';
import { AgentAmendments, type AddressedPolicy } from '../../record/contract/amendments/agent-amendments.js';
import {
  AmendmentComparisonQuery,
  AmendmentComparisonResponse,
  AmendmentFormQuery,
  AmendmentFormResponse,
} from '../../record/contract/amendments/amendment-form.dto.js';
import { ContractDayQuery } from '../../record/contract/amendments/amendment.dto.js';
import { toAmendmentResponse } from '../../record/contract/amendments/amendment.mapper.js';
import { ContractDayPrinter } from '../../record/contract/amendments/contract-day-printer.js';
import type { AmendmentView } from '../../record/contract/amendments/amendment-reader.service.js';
import { FireAmendmentRequest, FireAmendmentResponse } from './fire-amendment.dto.js';
import { toFireAmendmentResponse, toFireSentAmendment } from './fire-amendment.mapper.js';

/** Amendments of fire policies (amendments.2). Responses have an `ETag`; changes check `If-Match`. */
@ServiceController('fire-api', 'rsc/applications/:id/amendments')
export class FireAmendmentsController {
  constructor(
    private readonly amendments: AgentAmendments,
    private readonly printer: ContractDayPrinter,
  ) {}

  /** List the amendments of a fire policy by number. */
  @Get()
  async listFireAmendments(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<FireAmendmentResponse[]> {
    const views = await this.amendments.list(call.caller, toPolicy(id));
    return views.map((view) => toResponse(call, view));
  }

  /** Price an amendment of a fire policy without storing it. Shows the difference by cover, and conflicts. */
  @Post('price')
  @HttpCode(200)
  @Preview()
  @UsesVersion('late')
  async priceFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @JsonBody() body: FireAmendmentRequest,
  ): Promise<FireAmendmentResponse> {
    return toResponse(call, await this.amendments.price(call.caller, toPolicy(id), toFireSentAmendment(body)));
  }

  /** Get a fire policy for the form of an amendment. Contains the contract on a day and what can change. */
  @Get('form')
  getFireAmendmentForm(
    @CurrentCall() { caller }: UserCall,
    @Param('id') id: string,
    @Query() query: AmendmentFormQuery,
  ): Promise<AmendmentFormResponse> {
    return this.amendments.getForm(caller, toPolicy(id), query);
  }

  /** Compare a fire policy on two days. Lists the fields that differ and both yearly premiums. */
  @Get('comparison')
  compareFireContractDays(
    @CurrentCall() { caller }: UserCall,
    @Param('id') id: string,
    @Query() query: AmendmentComparisonQuery,
  ): Promise<AmendmentComparisonResponse> {
    return this.amendments.compare(caller, toPolicy(id), query);
  }

  /**
   * Get a fire policy as it covers a day, as a PDF. It has the amendments that are effective then and is not stored.
   * Without `on` it is today's contract; `asOf` selects an earlier knowledge.
   */
  @Get('consolidated')
  @ApiPdf('The policy as of the day.')
  async getConsolidatedFirePolicy(
    @CurrentCall() { caller, response }: UserCall,
    @Param('id') id: string,
    @Query() query: ContractDayQuery,
  ): Promise<StreamableFile> {
    const desk = this.amendments.openToRead(caller, toPolicy(id));
    const { pdf, fileName } = await this.printer.print(desk, query, { language: caller.language, holder: getHolder(caller) });
    return sendPdf(response, pdf, fileName, [caller.language]);
  }

  /** Get an amendment of a fire policy. 304 when `If-None-Match` has the current tag. */
  @Get(':amendmentNo')
  @ApiNotModified()
  async getFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
  ): Promise<FireAmendmentResponse | undefined> {
    const view = await this.amendments.get(call.caller, toPolicy(id), amendmentNo);
    return isNotModified(call, view.amendment) ? undefined : toResponse(call, view);
  }

  /** Create an amendment of a fire policy and price it. One without approval and payment is issued at once. */
  @Post()
  @UsesVersion('created')
  async createFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @JsonBody() body: FireAmendmentRequest,
  ): Promise<FireAmendmentResponse> {
    const response = toTagged(call, await this.amendments.create(call.caller, toPolicy(id), toFireSentAmendment(body)));
    call.response.setHeader('Location', response.links[0]?.href ?? '');
    return response;
  }

  /** Update an amendment of a fire policy and price it again. In status 00, 25, 01 or 31. */
  @Put(':amendmentNo')
  @UsesVersion('changed')
  async updateFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
    @JsonBody() body: FireAmendmentRequest,
  ): Promise<FireAmendmentResponse> {
    return toTagged(call, await this.amendments.update(call.caller, toPolicy(id), amendmentNo, toFireSentAmendment(body)));
  }

  /** Cancel an amendment of a fire policy that is not issued. */
  @Delete(':amendmentNo')
  @UsesVersion('changed')
  @HttpCode(204)
  async cancelFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
  ): Promise<void> {
    const view = await this.amendments.act(call.caller, toPolicy(id), amendmentNo, 'cancel');
    setVersionTag(call, view.amendment);
  }

  /** Price an amendment of a fire policy again. A past effective date moves to today. */
  @Put(':amendmentNo/calc')
  @UsesVersion('changed')
  async calculateFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
  ): Promise<FireAmendmentResponse> {
    return toTagged(call, await this.amendments.act(call.caller, toPolicy(id), amendmentNo, 'calculate'));
  }

  /** Request the underwriter's approval of an amendment of a fire policy. From status 25 or 11 to 30. */
  @Put(':amendmentNo/request_approval')
  @UsesVersion('changed')
  async requestFireAmendmentApproval(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
  ): Promise<FireAmendmentResponse> {
    return toTagged(call, await this.amendments.act(call.caller, toPolicy(id), amendmentNo, 'requestApproval'));
  }

  /** Create the payment code of an amendment of a fire policy. From status 01 to 45. */
  @Put(':amendmentNo/prepay')
  @UsesVersion('changed')
  async prepayFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
  ): Promise<FireAmendmentResponse> {
    return toTagged(call, await this.amendments.prepay(call.caller, toPolicy(id), amendmentNo));
  }

  /** Charge an amendment of a fire policy to the agent's account. In status 01 or 45; issues it. */
  @Put(':amendmentNo/charge')
  @UsesVersion('changed')
  async chargeFireAmendment(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Param('amendmentNo') amendmentNo: string,
  ): Promise<FireAmendmentResponse> {
    return toTagged(call, await this.amendments.charge(call.caller, toPolicy(id), amendmentNo));
  }
}

function toPolicy(id: string): AddressedPolicy {
  return { id, line: 'fire', paths: { effectiveDate: 'effective_date', receivedOn: 'received_on' } };
}

function toTagged(call: UserCall, view: AmendmentView): FireAmendmentResponse {
  setVersionTag(call, view.amendment);
  return toResponse(call, view);
}

function toResponse({ caller }: UserCall, view: AmendmentView): FireAmendmentResponse {
  const href = `${caller.root}/fire-api/rsc/applications/${view.policy.id}/amendments`;
  return toFireAmendmentResponse(
    toAmendmentResponse(view, {
      reader: caller,
      role: 'agent',
      href,
      documents: buildDocumentsHref(view.policy.id, caller.root),
    }),
  );
}
