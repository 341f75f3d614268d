import { Delete, Get, HttpCode, HttpStatus, Param, Post, Put, type StreamableFile } from '@nestjs/common';
import { ApiPdf } from '../../../gateway/documentation/file-responses.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendPdf } from '../../../gateway/handler/printed-response.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { LetterListResponse, LetterMailRequest, LetterResponse, LetterStopRequest, LetterStopResponse } from './letters.dto.js';
import { StaffLetterService } from './staff-letter.service.js';

@BackofficeController('applications/:id')
@Roles('underwriter', 'issuing')
export class ApplicationLettersController {
  constructor(private readonly letters: StaffLetterService) {}

  /** List the letters to the customer of an application. Oldest first, with their mails, and what is stopped. */
  @Get('letters')
  listApplicationLetters(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<LetterListResponse> {
    return this.letters.list(staff, id);
  }

  /** Print a letter, in the language of the call. */
  @Get('letters/:letterId')
  @ApiPdf('The letter.')
  async getApplicationLetter(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @Param('id') id: string,
    @Param('letterId') letterId: string,
  ): Promise<StreamableFile> {
    const { fileName, pdf } = await this.letters.print(staff, id, letterId);
    return sendPdf(response, pdf, fileName, [staff.language]);
  }

  /** Send a letter by mail again, to the client or to the agent. Refused (-400) while mails are stopped. */
  @Post('letters/:letterId/mails')
  @Roles('issuing')
  sendApplicationLetter(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('letterId') letterId: string,
    @JsonBody() request: LetterMailRequest,
  ): Promise<LetterResponse> {
    return this.letters.send(staff, id, letterId, request);
  }

  /** Stop all mails about an application. Letters are still written and can be printed. */
  @Put('letter-stop')
  @Roles('issuing')
  changeApplicationLetterStop(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() request: LetterStopRequest,
  ): Promise<LetterStopResponse> {
    return this.letters.stopApplication(staff, id, request);
  }

  /** Resume mails about an application. */
  @Delete('letter-stop')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Roles('issuing')
  deleteApplicationLetterStop(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.letters.resumeApplication(staff, id);
  }
}

@BackofficeController('parties/:id/letter-stop')
@Roles('issuing')
export class PartyLettersController {
  constructor(private readonly letters: StaffLetterService) {}

  /** Get the stop of mails to a person of the register. 400 (-304) without one. */
  @Get()
  getPartyLetterStop(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<LetterStopResponse> {
    return this.letters.getOfParty(staff, parseId(id));
  }

  /** Stop mails to a person of the register. Letters are still written and can be printed. */
  @Put()
  changePartyLetterStop(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() request: LetterStopRequest,
  ): Promise<LetterStopResponse> {
    return this.letters.stopParty(staff, parseId(id), request);
  }

  /** Resume mails to a person of the register. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  deletePartyLetterStop(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.letters.resumeParty(staff, parseId(id));
  }
}
