import { Get, HttpCode, HttpStatus, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { Uploads } from '../../../gateway/body/uploads.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { BackofficeController, CurrentStaffCall, CurrentStaff, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  BankStatementPageResponse,
  BankStatementQuery,
  BankStatementUploadQuery,
  BankStatementWithSumsResponse,
  BankDebitRequest,
  BankTransferPageResponse,
  BankTransferQuery,
  BankTransferResponse,
} from './bank-statements.dto.js';
import { BankStatementSearchRepository } from './bank-statement-search.repository.js';
import { StaffBankDebitService } from './staff-bank-debit.service.js';
import { StaffStatementService } from './staff-statement.service.js';

const XML = ['application/xml', 'text/xml'] as const;
const XML_ONLY: Text = {
  el: 'Μη υποστηριζόμενος τύπος περιεχομένου. Στείλτε application/xml, χωρίς συμπίεση.',
  en: 'Unsupported media type. Send uncompressed application/xml.',
};
/** Enough for about ten thousand entries. */
const FILE_LIMIT = { maxBytes: 20_000_000, tooLarge: ErrorCode.BODY_TOO_LARGE };

@BackofficeController('bank-statements')
@Roles('issuing', 'accounting', 'admin')
export class BankStatementsController {
  constructor(
    private readonly statements: StaffStatementService,
    private readonly search: BankStatementSearchRepository,
    private readonly debits: StaffBankDebitService,
    private readonly uploads: Uploads,
  ) {}

  /** List the bank's statements and notifications, latest first. */
  @Get()
  listBankStatements(@CurrentStaff() staff: StaffCaller, @Query() query: BankStatementQuery): Promise<BankStatementPageResponse> {
    return this.search.find(staff, query);
  }

  /**
   * Upload a statement or notification of the bank. Accepts camt.053.001.08 and camt.054.001.08 up to 20 MB. The file
   * is checked as a whole; its transfers are booked after the response. A file that was uploaded before returns 200
   * with its results. A statement must begin with the closing balance of the previous one, unless a reason is given.
   */
  @Post()
  @Roles('issuing')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiConsumes(...XML)
  @ApiBody({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: HttpStatus.ACCEPTED, description: 'The file is stored.', type: BankStatementWithSumsResponse })
  @ApiResponse({
    status: HttpStatus.OK,
    description: 'The file was uploaded before; these are its results.',
    type: BankStatementWithSumsResponse,
  })
  async createBankStatement(
    @CurrentStaffCall() call: StaffCall,
    @Req() request: Request,
    @Query() { gapReason = '' }: BankStatementUploadQuery,
  ): Promise<BankStatementWithSumsResponse> {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    const [media = ''] = type.split(';', 1);
    if (!XML.some((accepted) => accepted === media.trim().toLowerCase()) || encoding !== 'identity')
      throw new DomainError(ErrorCode.MEDIA_TYPE, { text: XML_ONLY });
    const { statement, isNew } = await this.uploads.receive(request, { lane: 'staff', owner: call.staff.userId }, FILE_LIMIT, (file) =>
      this.statements.upload(call.staff, file, gapReason.trim() || null),
    );
    if (isNew) setLocation(call, `bank-statements/${statement.id}`);
    else call.response.status(HttpStatus.OK);
    return statement;
  }

  /** Get a bank statement with the sums of its transfers by result. */
  @Get(':id')
  getBankStatement(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<BankStatementWithSumsResponse> {
    return this.search.get(staff, parseId(id));
  }

  /** List the transfers of a bank statement in the order of the file. */
  @Get(':id/entries')
  listBankStatementEntries(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: BankTransferQuery,
  ): Promise<BankTransferPageResponse> {
    return this.search.findTransfers(staff, parseId(id), query);
  }

  /**
   * Book a debit of the bank that nobody has booked to an account. Above the limit of the settings it needs a second
   * person.
   */
  @Post(':id/entries/:entryId/booking')
  @Roles('issuing')
  @HttpCode(200)
  @MayNeedSecondPerson(BankTransferResponse, 'The debit is booked.')
  async bookBankDebit(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @Param('entryId') entryId: string,
    @JsonBody() { account }: BankDebitRequest,
  ): Promise<BankTransferResponse | PendingActionResponse> {
    return sendOutcome(call, await this.debits.book(call.staff, { statementId: parseId(id), id: parseId(entryId), account }));
  }
}
