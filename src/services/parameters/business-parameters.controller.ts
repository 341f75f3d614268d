import { Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { BankItemResponse, PrefectureItemResponse } from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { ALWAYS_ASK, sendList } from '../../gateway/handler/list-response.js';
import { ListRoute } from '../../gateway/handler/list-route.decorator.js';
import { BankQuery, BanksQuery, PrefectureQuery, PrefecturesQuery, SubagentQuery, SubagentsQuery } from './parameter-query.dto.js';
import { ParametersService } from './parameters.service.js';
import { SubagentItemResponse } from './subagent-item.dto.js';

/** Places, banks and the agent's own subagents (parameters.6). */
@ServiceController('parameters-api')
export class BusinessParametersController {
  constructor(
    private readonly parameters: ParametersService,
    private readonly lists: SerialisedListsService,
  ) {}

  /** Prefectures, or the one of a postcode. */
  @ListRoute('prefectures', PrefectureItemResponse)
  listPrefectures(@Query() query: PrefecturesQuery, @Res() response: Response): void {
    sendList(response, this.parameters.prefectures(query));
  }

  /** One prefecture by its code. */
  @ListRoute('prefectures/prefectureCode=:prefectureCode', PrefectureItemResponse, {
    name: 'prefectureCode',
    description: 'Code of the prefecture.',
    example: '02',
  })
  getPrefecture(@Param('prefectureCode') prefectureCode: string, @Query() query: PrefectureQuery, @Res() response: Response): void {
    sendList(response, this.parameters.prefectures({ ...query, prefectureCode }));
  }

  /** Banks and leasing companies, those that closed too. */
  @ListRoute('banks', BankItemResponse)
  listBanks(@Query() query: BanksQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('banks', { code: query.bankCode, where: { type: query.type } }));
  }

  /** One bank by its code. */
  @ListRoute('banks/bankCode=:bankCode', BankItemResponse, { name: 'bankCode', description: 'Code of the bank.', example: '011' })
  getBank(@Param('bankCode') code: string, @Query() query: BankQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('banks', { code, where: { type: query.type } }));
  }

  /** The subagents of the token's agent. */
  @ListRoute('subagents', SubagentItemResponse)
  async listSubagents(@CurrentCaller() caller: UserCaller, @Query() query: SubagentsQuery, @Res() response: Response): Promise<void> {
    sendList(response, await this.parameters.subagents(caller, query), ALWAYS_ASK);
  }

  /** One subagent of the token's agent by its code. */
  @ListRoute('subagents/subagentCode=:subagentCode', SubagentItemResponse, {
    name: 'subagentCode',
    description: 'Code of the subagent.',
    example: 'S001',
  })
  async getSubagent(
    @CurrentCaller() caller: UserCaller,
    @Param('subagentCode') subagentCode: string,
    @Query() query: SubagentQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendList(response, await this.parameters.subagents(caller, { ...query, subagentCode }), ALWAYS_ASK);
  }
}
