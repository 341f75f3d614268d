import { Get, Query, type StreamableFile } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import { getHolder, type UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toCappedTotal } from '../../common/paging.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { Counted } from '../../gateway/documentation/described-route.js';
import { ApiTable, ApiNotModified } from '../../gateway/documentation/file-responses.js';
import { ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { setPageHeaders } from '../../gateway/handler/responses.js';
import { sendIfChanged } from '../../gateway/handler/version-response.js';
import { sendCsv, sendPdfFile, chooseStatementType } from '../../gateway/handler/printed-response.js';
import { AgentAccountRepository } from '../../record/money/agents/agent-account.repository.js';
import { AgentStatementService, buildStatementName } from '../../record/money/agents/agent-statement.service.js';
import { parsePeriod } from '../../common/period.js';
import { AgentService } from '../../record/money/agents/agent.service.js';
import { AccountQuery, AccountResponse, AccountStatementQuery, AccountStatementResponse } from './account.dto.js';
import { toAccountResponse, toStatementResponse } from './account.mapper.js';

const MAX_OPEN_CHARGES = 100;
const MAX_MONTHS = 12;

@ServiceController('collection-api', 'account')
export class AccountController {
  constructor(
    private readonly accounts: AgentAccountRepository,
    private readonly statements: AgentStatementService,
    private readonly agents: AgentService,
  ) {}

  /**
   * Get the balance, debt and credit limit of the agent's account. With the debt by age and by charge. A supervisor
   * reads the accounts of its delegates too. 304 when `If-None-Match` has the current tag.
   */
  @Get()
  @ApiNotModified()
  async getAccount(@CurrentCall() call: UserCall, @Query() query: AccountQuery): Promise<AccountResponse | undefined> {
    const { caller } = call;
    const code = getReadableAgent(caller, query);
    const account = await this.accounts.find(caller.environment, code, toLocalDate(caller.at));
    if (account === null) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
    const open = await this.accounts.listOpenCharges(caller.environment, code, MAX_OPEN_CHARGES);
    return sendIfChanged(call, toAccountResponse(account, open.items, open.total));
  }

  /**
   * Get the statement of the agent's account for a period. As pages of JSON, where `X-Total-Count` is the number of
   * entries and `Link` leads to the next and previous page, or complete with `Accept: text/csv` or
   * `Accept: application/pdf`; a PDF has at most 2,000 entries.
   */
  @Get('statement')
  @Counted()
  @ApiNotModified()
  @ApiTable(AccountStatementResponse, 'The statement.')
  async getAccountStatement(
    @CurrentCall() call: UserCall,
    @Query() query: AccountStatementQuery,
  ): Promise<AccountStatementResponse | StreamableFile | undefined> {
    const { caller, response } = call;
    const { environment, at, language } = caller;
    const period = parsePeriod(query, MAX_MONTHS);
    const agent = await this.agents.find(environment, getReadableAgent(caller, query));
    if (agent === null) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
    const order = { environment, agent, period, at, language };
    const type = chooseStatementType(response);
    if (type === 'csv') return sendCsv(response, buildStatementName(order), language, (format) => this.statements.write(order, format));
    if (type === 'pdf')
      return sendPdfFile(response, buildStatementName(order), language, await this.statements.print(order, getHolder(caller)));
    const window = toWindow(query);
    const page = await this.statements.findPage(order, window);
    setPageHeaders(response, { ...toCappedTotal(page.total), found: page.entries.length }, window);
    return sendIfChanged(call, toStatementResponse(agent.code, period, page));
  }
}

/** @throws DomainError AGENT_CODE_REFUSED for an agent that is unknown or that the token may not read */
export function getReadableAgent({ user }: UserCaller, { agent_code: code = user.agentCode }: Pick<AccountQuery, 'agent_code'>): string {
  if (!user.readableAgents.includes(code)) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
  return code;
}
