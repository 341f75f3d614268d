import { Delete, Get, HttpCode, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { UsesVersion } from '../../../gateway/documentation/described-route.js';
import { ApiPdf } from '../../../gateway/documentation/file-responses.js';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import { sendPdf } from '../../../gateway/handler/printed-response.js';
import { ContractDayPrinter } from '../../../record/contract/amendments/contract-day-printer.js';
import { AmendmentRequest, AmendmentResponse, ContractDayQuery } from '../../../record/contract/amendments/amendment.dto.js';
import {
  AmendmentComparisonQuery,
  AmendmentComparisonResponse,
  AmendmentFormQuery,
  AmendmentFormResponse,
} from '../../../record/contract/amendments/amendment-form.dto.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import {
  BackofficeController,
  ChangesObject,
  ChecksIfMatch,
  CreatesObject,
  CurrentStaff,
  CurrentStaffCall,
  NeedsAuthority,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { DecisionRequest } from '../applications/staff-application-input.dto.js';
import { StaffAmendmentDesks } from './staff-amendment-desks.service.js';
import { AmendmentDecisionPreviewResponse, AmendmentReversalRequest } from './staff-amendment.dto.js';
import { StaffAmendmentDecisionService } from './staff-amendment-decision.service.js';
import { StaffAmendmentService } from './staff-amendment.service.js';

@BackofficeController('applications/:id/amendments')
@Roles('underwriter', 'issuing')
export class StaffAmendmentsController {
  constructor(
    private readonly amendments: StaffAmendmentService,
    private readonly decisions: StaffAmendmentDecisionService,
    private readonly desks: StaffAmendmentDesks,
    private readonly printer: ContractDayPrinter,
  ) {}

  /** List the amendments of a policy by number. */
  @Get()
  listAmendments(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AmendmentResponse[]> {
    return this.amendments.list(staff, id);
  }

  /** Price an amendment without storing it. Shows the difference by period and cover, and conflicts. */
  @Post('price')
  @HttpCode(200)
  @Preview()
  @UsesVersion('late')
  @Roles('issuing')
  priceAmendment(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: AmendmentRequest,
  ): Promise<AmendmentResponse> {
    return this.amendments.price(staff, id, body);
  }

  /** Get a policy for the form of an amendment. Contains the contract on a day and what can change. */
  @Get('form')
  @Roles('issuing')
  getAmendmentForm(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: AmendmentFormQuery,
  ): Promise<AmendmentFormResponse> {
    return this.amendments.getForm(staff, id, query);
  }

  /** Compare a policy on two days. Lists the fields that differ and both yearly premiums. */
  @Get('comparison')
  compareContractDays(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: AmendmentComparisonQuery,
  ): Promise<AmendmentComparisonResponse> {
    return this.amendments.compare(staff, id, query);
  }

  /**
   * Get a policy as it covers a day, as a PDF. It has the amendments that are effective then and is not stored. Without
   * `on` it is today's contract; `asOf` selects an earlier knowledge.
   */
  @Get('consolidated')
  @ApiPdf('The policy as of the day.')
  async getConsolidatedPolicy(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @Param('id') id: string,
    @Query() query: ContractDayQuery,
  ): Promise<StreamableFile> {
    const { language, userId } = staff;
    const { pdf, fileName } = await this.printer.print(this.desks.open(staff, id), query, {
      language,
      holder: { lane: 'staff', owner: userId },
    });
    return sendPdf(response, pdf, fileName, [language]);
  }

  /** Get an amendment with its price. */
  @Get(':amendmentNo')
  @ReadsObject()
  getAmendment(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @Param('amendmentNo') no: string): Promise<AmendmentResponse> {
    return this.amendments.get(staff, id, no);
  }

  /** Create an amendment and price it. One without approval, payment and second person is issued at once. */
  @Post()
  @CreatesObject('created')
  @Roles('issuing')
  async createAmendment(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() body: AmendmentRequest,
  ): Promise<AmendmentResponse> {
    const created = await this.amendments.create(call.staff, id, body);
    setLocation(call, `applications/${created.applicationId}/amendments/${created.amendmentNo}`);
    return created;
  }

  /** Update an amendment and price it again. In status 00, 25, 01 or 31. */
  @Put(':amendmentNo')
  @ChangesObject()
  @Roles('issuing')
  updateAmendment(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
    @JsonBody() body: AmendmentRequest,
  ): Promise<AmendmentResponse> {
    return this.amendments.update(staff, id, no, body);
  }

  /** Cancel an amendment that is not issued. */
  @Delete(':amendmentNo')
  @ChecksIfMatch()
  @HttpCode(204)
  @Roles('issuing')
  async cancelAmendment(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @Param('amendmentNo') no: string): Promise<void> {
    await this.amendments.move(staff, id, no, 'cancel');
  }

  /** Price an amendment again. A past effective date moves to today. */
  @Put(':amendmentNo/calc')
  @ChangesObject()
  @Roles('issuing')
  calculateAmendment(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
  ): Promise<AmendmentResponse> {
    return this.amendments.move(staff, id, no, 'calculate');
  }

  /** Request the underwriter's approval of an amendment. From status 25 or 11 to 30. */
  @Put(':amendmentNo/request_approval')
  @ChangesObject()
  @Roles('issuing')
  requestAmendmentApproval(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
  ): Promise<AmendmentResponse> {
    return this.amendments.move(staff, id, no, 'requestApproval');
  }

  /** Create the payment code of an amendment. From status 01 to 45. May need a second person, like the issue. */
  @Put(':amendmentNo/prepay')
  @ChecksIfMatch()
  @Roles('issuing')
  @MayNeedSecondPerson(AmendmentResponse, 'The amendment awaits its payment.')
  async prepayAmendment(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
  ): Promise<AmendmentResponse | PendingActionResponse> {
    return sendOutcome(call, await this.amendments.act(call.staff, id, no, 'prepay'));
  }

  /**
   * Issue an amendment, with an increase charged to the agent's account. In status 01 or 45. A correction of the
   * policyholder's AFM, a reinstatement, and a difference in a closed month need a second person.
   */
  @Put(':amendmentNo/charge')
  @ChecksIfMatch()
  @Roles('issuing')
  @MayNeedSecondPerson(AmendmentResponse, 'The amendment is issued.')
  async issueAmendment(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
  ): Promise<AmendmentResponse | PendingActionResponse> {
    return sendOutcome(call, await this.amendments.act(call.staff, id, no, 'issue'));
  }

  /**
   * Decide on an amendment, within the caller's authority. Requires status 30; decline is also possible in 11. May need
   * a second person.
   */
  @Post(':amendmentNo/decisions')
  @ChangesObject()
  @HttpCode(200)
  @Roles('underwriter')
  @NeedsAuthority()
  @MayNeedSecondPerson(AmendmentResponse, 'The amendment is decided.')
  async decideAmendment(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
    @JsonBody() decision: DecisionRequest,
  ): Promise<AmendmentResponse | PendingActionResponse> {
    return sendOutcome(call, await this.decisions.decide(call.staff, id, no, decision));
  }

  /**
   * Preview a decision on an amendment with its price. Says whether the caller's authority covers it, and is otherwise
   * refused like the decision itself; stores nothing.
   */
  @Post(':amendmentNo/decisions/preview')
  @Preview()
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('underwriter')
  previewAmendmentDecision(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
    @JsonBody() decision: DecisionRequest,
  ): Promise<AmendmentDecisionPreviewResponse> {
    return this.decisions.preview(staff, id, no, decision);
  }

  /** Reverse an issued amendment: contract and premium are as without it. May need a second person. */
  @Post(':amendmentNo/reversal')
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('issuing')
  @MayNeedSecondPerson(AmendmentResponse, 'The amendment is reversed.')
  async reverseAmendment(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
    @JsonBody() { reason }: AmendmentReversalRequest,
  ): Promise<AmendmentResponse | PendingActionResponse> {
    return sendOutcome(call, await this.amendments.act(call.staff, id, no, 'reversal', reason));
  }

  /** Preview the reversal of an amendment with its receipts. Is refused like the reversal itself; stores nothing. */
  @Post(':amendmentNo/reversal/preview')
  @Preview()
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('issuing')
  previewAmendmentReversal(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
  ): Promise<AmendmentResponse> {
    return this.amendments.previewReversal(staff, id, no);
  }

  /**
   * Reinstate a reversed amendment: create one with its changes and effective date. Without a difference to pay it is
   * issued at once; otherwise it is paid, or charged with a second person.
   */
  @Post(':amendmentNo/reinstatement')
  @CreatesObject('created')
  @Roles('issuing')
  async reinstateAmendment(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @Param('amendmentNo') no: string,
    @JsonBody() { reason }: AmendmentReversalRequest,
  ): Promise<AmendmentResponse> {
    const created = await this.amendments.reinstate(call.staff, id, no, reason);
    setLocation(call, `applications/${created.applicationId}/amendments/${created.amendmentNo}`);
    return created;
  }
}
