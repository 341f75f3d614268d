import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { parseLocalDate, toLocalDate } from '../../common/athens.js';
import { getHolder } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifiers.js';
import { toCappedTotal } from '../../common/paging.js';
import { toWindow, PageQuery } from '../../common/validation/page-query.dto.js';
import { Counted } from '../../gateway/documentation/described-route.js';
import { ApiNotModified, ApiTable } from '../../gateway/documentation/file-responses.js';
import { CurrentCall, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { chooseStatementType, sendCsv, sendPdfFile } from '../../gateway/handler/printed-response.js';
import { setPageHeaders } from '../../gateway/handler/responses.js';
import { sendIfChanged } from '../../gateway/handler/version-response.js';
import { CommissionRatesRepository } from '../../record/money/commission/commission-rates.repository.js';
import { CommissionStatementRepository } from '../../record/money/commission/commission-statement.repository.js';
import { buildCommissionName, CommissionStatementService } from '../../record/money/commission/commission-statement.service.js';
import { getReadableAgent } from './account.controller.js';
import {
  CommissionListQuery,
  CommissionRatesQuery,
  CommissionRatesResponse,
  CommissionStatementDetails,
  CommissionStatementSummary,
} from './commission.dto.js';
import { toDetails, toRatesResponse, toSummary } from './commission.mapper.js';

@ServiceController('collection-api', 'commission')
export class CommissionController {
  constructor(
    private readonly versions: CommissionRatesRepository,
    private readonly repository: CommissionStatementRepository,
    private readonly statements: CommissionStatementService,
  ) {}

  /** Get the agent's rates of commission. For policies of a line that start on a day, today when absent. */
  @Get('rates')
  async getOwnCommissionRates(@CurrentCall() { caller }: UserCall, @Query() query: CommissionRatesQuery): Promise<CommissionRatesResponse> {
    const agentCode = getReadableAgent(caller, query);
    const startDate = query.start_date === undefined ? null : parseLocalDate(query.start_date);
    const version = await this.versions.findVersionOn(caller.environment, query.line, startDate ?? toLocalDate(caller.at));
    const found = version === null ? null : await this.versions.find(caller.environment, query.line, version, agentCode);
    return toRatesResponse(agentCode, query.line, found);
  }

  /** List the approved statements of commission, the latest month first. */
  @Get('statements')
  @Counted()
  async listOwnCommissionStatements(
    @CurrentCall() { caller, response }: UserCall,
    @Query() query: CommissionListQuery,
  ): Promise<CommissionStatementSummary[]> {
    const filter = { agents: [getReadableAgent(caller, query)], status: 'APPROVED' } as const;
    const window = toWindow(query);
    const page = await this.repository.list(caller.environment, filter, window);
    setPageHeaders(response, { total: page.total, isCapped: page.isCapped, found: page.items.length }, window);
    return page.items.map(toSummary);
  }

  /**
   * Get an approved statement of commission with its receipts. As pages of JSON, or complete with `Accept: text/csv` or
   * `Accept: application/pdf`; a PDF has at most 2,000 receipts.
   */
  @Get('statements/:id')
  @Counted()
  @ApiNotModified()
  @ApiTable(CommissionStatementDetails, 'The statement.')
  async getOwnCommissionStatement(
    @CurrentCall() call: UserCall,
    @Param('id') idText: string,
    @Query() query: PageQuery,
  ): Promise<CommissionStatementDetails | StreamableFile | undefined> {
    const { caller, response } = call;
    const { environment, language, user } = caller;
    const id = parseObjectId(idText);
    const statement = id === null ? null : await this.repository.find(environment, id, user.readableAgents, 'APPROVED');
    if (statement === null) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
    const type = chooseStatementType(response);
    const name = buildCommissionName(statement);
    if (type === 'csv') return sendCsv(response, name, language, (format) => this.statements.write(environment, statement, format));
    if (type === 'pdf') return sendPdfFile(response, name, language, await this.statements.print(caller, statement, getHolder(caller)));
    const window = toWindow(query);
    const { items, total } = await this.repository.listEntries(environment, statement.id, window);
    setPageHeaders(response, { ...toCappedTotal(total), found: items.length }, window);
    return sendIfChanged(call, toDetails(statement, items));
  }
}
