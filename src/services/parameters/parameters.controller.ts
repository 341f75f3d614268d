import { Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import {
  BankItemResponse,
  CancellationReasonItemResponse,
  CodedItemResponse,
  JobItemResponse,
  MarketingConsentItemResponse,
  NationalityItemResponse,
  PersonTypeItemResponse,
  PrefectureItemResponse,
  TaxOfficeItemResponse,
} from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { ALWAYS_ASK, sendList, ListRoute } from '../../gateway/handler/list-response.js';
import {
  BankQuery,
  BanksQuery,
  JobQuery,
  JobsQuery,
  NationalitiesQuery,
  PrefectureQuery,
  PrefecturesQuery,
  SubagentItemResponse,
  SubagentQuery,
  SubagentsQuery,
  TaxOfficesQuery,
} from './parameter.dto.js';
import { ParametersService } from './parameters.service.js';

@ServiceController('parameters-api')
export class ParametersController {
  constructor(
    private readonly parameters: ParametersService,
    private readonly lists: SerialisedListsService,
  ) {}

  /** List genders, for the gender of a person. */
  @ListRoute('genders', CodedItemResponse)
  listGenders(@Res() response: Response): void {
    sendList(response, this.lists.select('genders'));
  }

  /** List person types, which decide the fields that a person needs. */
  @ListRoute('personTypes', PersonTypeItemResponse)
  listPersonTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('personTypes'));
  }

  /** List jobs (ISCO-08), for the occupation of a person. */
  @ListRoute('jobs', JobItemResponse)
  listJobs(@Query() query: JobsQuery, @Res() response: Response): void {
    sendList(response, this.parameters.jobs(query));
  }

  /** Get one job by its code. */
  @ListRoute('jobs/jobCode=:jobCode', JobItemResponse, { name: 'jobCode', description: 'Code of the job.', example: '2411' })
  getJob(@Param('jobCode') jobCode: string, @Query() query: JobQuery, @Res() response: Response): void {
    sendList(response, this.parameters.jobs({ ...query, jobCode }));
  }

  /** List tax offices (DOY), including those that have closed. */
  @ListRoute('doy', TaxOfficeItemResponse)
  listTaxOffices(@Query() query: TaxOfficesQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('doy', { code: query.doyCode }));
  }

  /** Get one tax office by its code. */
  @ListRoute('doy/doyCode=:doyCode', TaxOfficeItemResponse, { name: 'doyCode', description: 'Code of the tax office.', example: '1101' })
  getTaxOffice(@Param('doyCode') code: string, @Res() response: Response): void {
    sendList(response, this.lists.select('doy', { code }));
  }

  /** List nationalities (ISO 3166-1), for the nationality of a person. */
  @ListRoute('nationalities', NationalityItemResponse)
  listNationalities(@Query() query: NationalitiesQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('nationalities', { code: query.nationalityCode }));
  }

  /** Get one nationality by its code. */
  @ListRoute('nationalities/nationalityCode=:nationalityCode', NationalityItemResponse, {
    name: 'nationalityCode',
    description: 'Code of the country, two letters.',
    example: 'GR',
  })
  getNationality(@Param('nationalityCode') code: string, @Res() response: Response): void {
    sendList(response, this.lists.select('nationalities', { code }));
  }

  /** List the ways in which a customer can ask to be contacted. */
  @ListRoute('contactways', CodedItemResponse)
  listContactWays(@Res() response: Response): void {
    sendList(response, this.lists.select('contactWays'));
  }

  /** List the reasons for which a policy is cancelled. Some require a text beside the code. */
  @ListRoute('cancellationReasons', CancellationReasonItemResponse)
  listCancellationReasons(@Res() response: Response): void {
    sendList(response, this.lists.select('cancellationReasons'));
  }

  /** List the marketing consents that a fire client has to answer. */
  @ListRoute('marketing/consents', MarketingConsentItemResponse)
  listMarketingConsents(@Res() response: Response): void {
    sendList(response, this.lists.select('marketingConsents'));
  }

  /** List prefectures, or find the prefecture of a postcode. */
  @ListRoute('prefectures', PrefectureItemResponse)
  listPrefectures(@Query() query: PrefecturesQuery, @Res() response: Response): void {
    sendList(response, this.parameters.prefectures(query));
  }

  /** Get one prefecture by its code. */
  @ListRoute('prefectures/prefectureCode=:prefectureCode', PrefectureItemResponse, {
    name: 'prefectureCode',
    description: 'Code of the prefecture.',
    example: '02',
  })
  getPrefecture(@Param('prefectureCode') prefectureCode: string, @Query() query: PrefectureQuery, @Res() response: Response): void {
    sendList(response, this.parameters.prefectures({ ...query, prefectureCode }));
  }

  /** List banks and leasing companies, including those that have closed. */
  @ListRoute('banks', BankItemResponse)
  listBanks(@Query() query: BanksQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('banks', { code: query.bankCode, where: { type: query.type } }));
  }

  /** Get one bank by its code. */
  @ListRoute('banks/bankCode=:bankCode', BankItemResponse, { name: 'bankCode', description: 'Code of the bank.', example: '011' })
  getBank(@Param('bankCode') code: string, @Query() query: BankQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('banks', { code, where: { type: query.type } }));
  }

  /** List the subagents of the token's agent. */
  @ListRoute('subagents', SubagentItemResponse)
  async listSubagents(@CurrentCaller() caller: UserCaller, @Query() query: SubagentsQuery, @Res() response: Response): Promise<void> {
    sendList(response, await this.parameters.subagents(caller, query), ALWAYS_ASK);
  }

  /** Get one subagent of the token's agent by its code. */
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
