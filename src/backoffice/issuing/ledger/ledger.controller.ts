import { applyDecorators, Get, HttpStatus, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { parsePeriod } from '../../../common/period.js';
import { CSV, JSON_LINES } from '../../../common/table.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendTable } from '../../../gateway/handler/table-response.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  ClosedMonthResponse,
  ClosingRequest,
  ClosingsResponse,
  JournalEntryResponse,
  JournalQuery,
  JournalResponse,
  LedgerAccountsResponse,
  TrialBalanceQuery,
  TrialBalanceResponse,
} from './ledger.dto.js';
import { JOURNAL_COLUMNS, StaffLedgerService } from './ledger.service.js';

const MAX_MONTHS = 12;
const JSON_TYPE = 'application/json';

function ApiJournal(): MethodDecorator {
  const content = {
    [JSON_TYPE]: { schema: { $ref: getSchemaPath(JournalResponse) } },
    [CSV.mediaType]: { schema: { type: 'string', description: 'All entries of the period.' } as const },
    [JSON_LINES.mediaType]: { schema: { $ref: getSchemaPath(JournalEntryResponse) } },
  };
  return applyDecorators(
    ApiExtraModels(JournalResponse, JournalEntryResponse),
    ApiResponse({ status: 200, description: 'A page of entries, or a file of all of them.', content }),
  );
}

@BackofficeController('ledger')
@Roles('accounting', 'issuing')
export class LedgerController {
  constructor(private readonly ledger: StaffLedgerService) {}

  /** List the accounts of the books with their balances. Agents and customers are one line each. */
  @Get('accounts')
  listLedgerAccounts(@CurrentStaff() staff: StaffCaller): Promise<LedgerAccountsResponse> {
    return this.ledger.listAccounts(staff);
  }

  /** Get the trial balance of a period. Shows balances before and after it, debits and credits. */
  @Get('trial-balance')
  getTrialBalance(@CurrentStaff() staff: StaffCaller, @Query() query: TrialBalanceQuery): Promise<TrialBalanceResponse> {
    return this.ledger.getTrialBalance(staff, query);
  }

  /**
   * Get the journal of a period by day of the books. Returns JSON in pages, or all entries with `Accept: text/csv` or
   * `Accept: application/x-ndjson`.
   */
  @Get('journal')
  @ApiJournal()
  async getJournal(@CurrentStaffCall() call: StaffCall, @Query() query: JournalQuery): Promise<JournalResponse | StreamableFile> {
    const filter = { ...parsePeriod(query, MAX_MONTHS), account: query.account ?? null };
    const { staff, request, response } = call;
    if (request.accepts([JSON_TYPE, CSV.mediaType, JSON_LINES.mediaType]) === JSON_TYPE) {
      response.appendHeader('Vary', 'Accept');
      return this.ledger.findJournal(staff, filter, query);
    }
    return sendTable(call, {
      name: `journal-${filter.from}`,
      language: staff.language,
      columns: JOURNAL_COLUMNS,
      nameOf: (key) => key,
      read: () => this.ledger.readJournal(staff, filter),
    });
  }

  /** List the closed months, and what the next one still needs. */
  @Get('closings')
  listClosings(@CurrentStaff() staff: StaffCaller): Promise<ClosingsResponse> {
    return this.ledger.listClosings(staff);
  }

  /**
   * Close a month. No later entry has a day of it; what belongs to it is booked on the first open day. May need a
   * second person.
   */
  @Post('closings')
  @MayNeedSecondPerson(ClosedMonthResponse, 'The month is closed.', HttpStatus.CREATED)
  async closeMonth(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() { month }: ClosingRequest,
  ): Promise<ClosedMonthResponse | PendingActionResponse> {
    return sendOutcome(call, await this.ledger.close(call.staff, month));
  }
}
