import { Get, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { LANGUAGES } from '../../../common/language.js';
import { ApiPdf } from '../../../gateway/documentation/file-responses.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendPdf } from '../../../gateway/handler/printed-response.js';
import { ClaimsHistoryService } from '../../../record/contract/claims-history/claims-history.service.js';
import { buildClaimsHistoryFileName } from '../../../record/core/documents/document.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaffCall,
  CurrentStaff,
  ReadsObject,
  Roles,
  type StaffCall,
} from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PageQueryDto } from '../../common/page.dto.js';
import {
  PartyApplicationsResponse,
  StaffPartyDecisionRequest,
  StaffPartyListResponse,
  StaffPartyQueryDto,
  StaffPartyResponse,
} from './staff-party.dto.js';
import { PartyApplicationsService } from './party-applications.service.js';
import { StaffPartyService } from './staff-party.service.js';

@BackofficeController('parties')
@Roles('issuing')
export class StaffPartiesController {
  constructor(
    private readonly parties: StaffPartyService,
    private readonly applications: PartyApplicationsService,
    private readonly histories: ClaimsHistoryService,
  ) {}

  /**
   * Search the register of persons and companies, newest first. Finds them by AFM or part of the name, with the records
   * of all agents.
   */
  @Get()
  searchRegister(@CurrentStaff() staff: StaffCaller, @Query() query: StaffPartyQueryDto): Promise<StaffPartyListResponse> {
    return this.parties.find(staff, query);
  }

  /** Get a person or company of the register with the agents' records. Read it before a decision, for its `ETag`. */
  @Get(':id')
  @ReadsObject()
  getRegisteredParty(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffPartyResponse> {
    return this.parties.get(staff, parseId(id));
  }

  /**
   * List the applications and policies that name a person, newest first. Covers all agents and lines, with the roles of
   * the person.
   */
  @Get(':id/applications')
  @Roles('underwriter', 'issuing')
  listPartyApplications(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<PartyApplicationsResponse> {
    return this.applications.list(staff, parseId(id), query);
  }

  /**
   * Get a policyholder's claims-history statement for all vehicles. Covers all agents and also ended policies. Returns
   * a PDF in Greek and English at the time of the call; it names what is not recorded.
   */
  @Get(':id/claims-history')
  @Roles('underwriter', 'issuing')
  @ApiPdf('The claims-history statement.')
  async getPartyClaimsHistory(@CurrentStaffCall() { staff, response }: StaffCall, @Param('id') id: string): Promise<StreamableFile> {
    const pdf = await this.histories.printForPerson(staff, await this.parties.getAfm(staff, parseId(id)));
    return sendPdf(response, pdf, buildClaimsHistoryFileName(`party-${id}`), LANGUAGES);
  }

  /**
   * Decide the data of a person in the register. Agents' records stay, but no longer change the register; messages
   * about the person are resolved.
   */
  @Put(':id')
  @ChangesObject()
  decideParty(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: StaffPartyDecisionRequest,
  ): Promise<StaffPartyResponse> {
    return this.parties.decide(staff, parseId(id), body);
  }
}
