import { Get, HttpCode, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiPdf } from '../../../gateway/documentation/file-responses.js';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import { sendPdf } from '../../../gateway/handler/printed-response.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaffCall,
  CurrentStaff,
  ReadsObject,
  Roles,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { LegalTextsPreviewQueryDto, LegalTextsRequest, LegalTextsResponse } from './legal-texts.dto.js';
import { LetterPreviewQueryDto, LetterTextsRequest, LetterTextsResponse } from './letter-texts.dto.js';
import { StaffLetterTextsService } from './staff-letter-texts.service.js';
import { StaffLegalTextsService } from './staff-legal-texts.service.js';
import { StaffSettingsService } from './staff-settings.service.js';
import { SettingsDto } from './settings.dto.js';

@BackofficeController('settings')
@Roles('issuing', 'admin')
export class SettingsController {
  constructor(
    private readonly settingsService: StaffSettingsService,
    private readonly legalTexts: StaffLegalTextsService,
    private readonly letterTexts: StaffLetterTextsService,
  ) {}

  /** Get the insurer's settings in this environment. Read them before a change, for the `ETag`. */
  @Get()
  @ReadsObject()
  getSettings(@CurrentStaff() staff: StaffCaller): Promise<SettingsDto> {
    return this.settingsService.get(staff);
  }

  /**
   * Change settings; all nodes apply them within two seconds. Only administrators change `retentionYears`, and who may
   * decide alone.
   */
  @Put()
  @ChangesObject()
  changeSettings(@CurrentStaff() staff: StaffCaller, @JsonBody() settings: SettingsDto): Promise<SettingsDto> {
    return this.settingsService.change(staff, settings);
  }

  /** Get the legal texts that are printed on policies. Read them before a change, for the `ETag`. */
  @Get('legal-texts')
  @ReadsObject()
  getLegalTexts(@CurrentStaff() staff: StaffCaller): Promise<LegalTextsResponse> {
    return this.legalTexts.get(staff);
  }

  /**
   * Replace all legal texts, in both languages. Later policies are printed with them; all nodes apply them within two
   * seconds.
   */
  @Put('legal-texts')
  @ChangesObject()
  changeLegalTexts(@CurrentStaff() staff: StaffCaller, @JsonBody() texts: LegalTextsRequest): Promise<LegalTextsResponse> {
    return this.legalTexts.change(staff, texts);
  }

  /** Preview the printed pages of these legal texts. Returns a PDF in the language of the call; stores nothing. */
  @Post('legal-texts/preview')
  @Preview()
  @HttpCode(200)
  @ApiPdf('The legal texts as they are printed.')
  async previewLegalTexts(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @JsonBody() texts: LegalTextsRequest,
    // Last, because Nest checks the last parameter first and errors of the query come before those of the body.
    @Query() { line }: LegalTextsPreviewQueryDto,
  ): Promise<StreamableFile> {
    return sendPdf(response, await this.legalTexts.preview(staff, line, texts), `legal-texts-${line}.pdf`, [staff.language]);
  }

  /** Get the texts of letters to customers. Read them before a change, for the `ETag`. */
  @Get('letters')
  @ReadsObject()
  getLetterTexts(@CurrentStaff() staff: StaffCaller): Promise<LetterTextsResponse> {
    return this.letterTexts.get(staff);
  }

  /** Change the texts of letters, in both languages. Later letters have them. */
  @Put('letters')
  @ChangesObject()
  changeLetterTexts(@CurrentStaff() staff: StaffCaller, @JsonBody() texts: LetterTextsRequest): Promise<LetterTextsResponse> {
    return this.letterTexts.change(staff, texts);
  }

  /** Preview a letter with these texts and sample data. Returns a PDF in the language of the call; stores nothing. */
  @Post('letters/preview')
  @Preview()
  @HttpCode(200)
  @ApiPdf('The letter as it is printed.')
  async previewLetter(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @JsonBody() texts: LetterTextsRequest,
    @Query() { kind }: LetterPreviewQueryDto,
  ): Promise<StreamableFile> {
    return sendPdf(response, await this.letterTexts.preview(staff, kind, texts), `letter-${kind}.pdf`, [staff.language]);
  }
}
