import { Get, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { LANGUAGES } from '../../../common/language.js';
import { ApiPdf } from '../../../gateway/documentation/file-responses.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { answerPrintedIn } from '../../../gateway/handler/printed-response.js';
import { ClaimsHistoryService } from '../../../record/contract/claims-history/claims-history.service.js';
import { claimsHistoryFileName } from '../../../record/core/documents/system-file-names.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaffCall,
  CurrentStaff,
  ReadsObject,
  Roles,
  type StaffCall,
} from '../../common/decorators.js';
import { idOf } from '../../common/not-found.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PageQueryDto } from '../../common/page.dto.js';
import { PartyApplicationsResponse } from './party-applications.dto.js';
import { PartyApplicationsService } from './party-applications.service.js';
import { StaffPartyDecisionRequest } from './staff-party-decision.dto.js';
import { StaffPartyDecisionService } from './staff-party-decision.service.js';
import { StaffPartyResponse, StaffPartyListResponse, StaffPartyQueryDto } from './staff-party.dto.js';
import { StaffPartyService } from './staff-party.service.js';

@BackofficeController('parties')
@Roles('issuing')
export class StaffPartiesController {
  constructor(
    private readonly parties: StaffPartyService,
    private readonly decisions: StaffPartyDecisionService,
    private readonly applications: PartyApplicationsService,
    private readonly histories: ClaimsHistoryService,
  ) {}

  /** Search the register of persons and companies. By AFM or part of the name, newest first, with what every agent keeps of them. */
  @Get()
  searchRegister(@CurrentStaff() staff: StaffCaller, @Query() query: StaffPartyQueryDto): Promise<StaffPartyListResponse> {
    return this.parties.find(staff, query);
  }

  /** One person or company of the register, with what every agent keeps of it. */
  @Get(':id')
  @ReadsObject()
  getRegisteredParty(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffPartyResponse> {
    return this.parties.get(staff, idOf(id));
  }

  /** The applications and policies that name a person. Of every agent and line, newest first, with what each names the person as. */
  @Get(':id/applications')
  @Roles('underwriter', 'issuing')
  listPartyApplications(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<PartyApplicationsResponse> {
    return this.applications.list(staff, idOf(id), query);
  }

  /**
   * The claims-history statement of a policyholder, for all vehicles. Whoever of the agents insured them, also when a policy has ended. A PDF in Greek and
   * English, of this moment; what is not recorded is named as not held.
   */
  @Get(':id/claims-history')
  @Roles('underwriter', 'issuing')
  @ApiPdf('The claims-history statement.')
  async getPartyClaimsHistory(@CurrentStaffCall() { staff, response }: StaffCall, @Param('id') id: string): Promise<StreamableFile> {
    const pdf = await this.histories.printForPerson(staff, await this.parties.getAfm(staff, idOf(id)));
    return answerPrintedIn(LANGUAGES, response, pdf, claimsHistoryFileName(`party-${id}`));
  }

  /** Decide what holds of a person. Agents' records change it no longer, and stay as they are; the message about them is dealt with. */
  @Put(':id')
  @ChangesObject()
  decideParty(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: StaffPartyDecisionRequest,
  ): Promise<StaffPartyResponse> {
    return this.decisions.decide(staff, idOf(id), body);
  }
}
