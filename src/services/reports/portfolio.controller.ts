import { applyDecorators, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { toLocalDate } from '../../common/athens.js';
import { type TableColumn, type TableRow, toSnakeCase } from '../../common/table.js';
import { ApiRowStream } from '../../gateway/documentation/file-responses.js';
import { listHeaders } from '../../gateway/documentation/response-headers.js';
import { CurrentCall, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { setLinks } from '../../gateway/handler/responses.js';
import { sendTable } from '../../gateway/handler/table-response.js';
import { CHANGE_COLUMNS, DIGEST_COLUMNS, PORTFOLIO_COLUMNS } from '../../record/exchange/portfolio/portfolio-columns.js';
import { PortfolioService } from '../../record/exchange/portfolio/portfolio.service.js';
import { EVENTS_DELETED_RESPONSE } from '../../gateway/documentation/events-deleted-response.js';
import { PortfolioChangesQuery } from './portfolio.dto.js';

const PATH = 'reports-api/resources/portfolio';

const ApiPolicies = (columns: readonly TableColumn[]): MethodDecorator =>
  applyDecorators(ApiRowStream(columns, toSnakeCase), ApiResponse({ status: 200, headers: listHeaders('Link') }));

/** The agent's policies for its own software (reports.40). */
@ServiceController('reports-api', 'resources/portfolio')
export class PortfolioController {
  constructor(private readonly portfolio: PortfolioService) {}

  /**
   * Get the policies in force or ended in the last two years. As of one moment, with persons, contract, covers,
   * receipts, amendments and documents. `Link` with `rel="changes"` leads to what changes afterwards.
   */
  @Get()
  @ApiPolicies(PORTFOLIO_COLUMNS)
  async getPortfolio(@CurrentCall() call: UserCall): Promise<StreamableFile> {
    setLinks(call.response, [{ rel: 'changes', href: buildChangesHref(call, await this.portfolio.getCursor(call.caller)) }]);
    return send(call, 'portfolio', PORTFOLIO_COLUMNS, () => this.portfolio.read(call.caller));
  }

  /**
   * Get the policies that changed after a cursor, in their present state. A row with only `application_id` is of a
   * policy that left the portfolio. `Link` leads to more with `rel="next"`, else to later changes with `rel="changes"`.
   */
  @Get('changes')
  @ApiPolicies(CHANGE_COLUMNS)
  @ApiResponse(EVENTS_DELETED_RESPONSE)
  async getPortfolioChanges(@CurrentCall() call: UserCall, @Query() { after }: PortfolioChangesQuery): Promise<StreamableFile> {
    const { read, next, isFull } = await this.portfolio.findChanges(call.caller, after, `${call.caller.root}/${PATH}`);
    setLinks(call.response, [{ rel: isFull ? 'next' : 'changes', href: buildChangesHref(call, next) }]);
    return send(call, 'portfolio-changes', CHANGE_COLUMNS, read);
  }

  /** Get the hash of each policy and of all, to compare with a copy. As of one moment. The last row is of all. */
  @Get('digest')
  @ApiRowStream(DIGEST_COLUMNS, toSnakeCase)
  getPortfolioDigest(@CurrentCall() call: UserCall): Promise<StreamableFile> {
    return send(call, 'portfolio-digest', DIGEST_COLUMNS, () => this.portfolio.readDigest(call.caller));
  }
}

function send(
  call: UserCall,
  name: string,
  columns: readonly TableColumn[],
  read: () => AsyncGenerator<readonly TableRow[], void>,
): Promise<StreamableFile> {
  const { at, language } = call.caller;
  return sendTable(call, { name: `${name}-${toLocalDate(at)}`, columns, nameOf: toSnakeCase, language, read });
}

function buildChangesHref({ caller }: UserCall, after: string): string {
  return `${caller.root}/${PATH}/changes?${new URLSearchParams({ after }).toString()}`;
}
