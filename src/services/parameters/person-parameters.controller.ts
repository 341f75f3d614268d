import { Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceController } from '../../gateway/handler/decorators.js';
import {
  CodedItemResponse,
  JobItemResponse,
  MarketingConsentItemResponse,
  NationalityItemResponse,
  PersonTypeItemResponse,
  TaxOfficeItemResponse,
} from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { sendList } from '../../gateway/handler/list-response.js';
import { ListRoute } from '../../gateway/handler/list-route.decorator.js';
import { JobQuery, JobsQuery, NationalitiesQuery, TaxOfficesQuery } from './parameter-query.dto.js';
import { ParametersService } from './parameters.service.js';

/** Lists that describe persons (parameters.1). */
@ServiceController('parameters-api')
export class PersonParametersController {
  constructor(
    private readonly parameters: ParametersService,
    private readonly lists: SerialisedListsService,
  ) {}

  /** Genders. */
  @ListRoute('genders', CodedItemResponse)
  listGenders(@Res() response: Response): void {
    sendList(response, this.lists.select('genders'));
  }

  /** Person types: individual, company and others. */
  @ListRoute('personTypes', PersonTypeItemResponse)
  listPersonTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('personTypes'));
  }

  /** Jobs (ISCO-08). */
  @ListRoute('jobs', JobItemResponse)
  listJobs(@Query() query: JobsQuery, @Res() response: Response): void {
    sendList(response, this.parameters.jobs(query));
  }

  /** One job by its code. */
  @ListRoute('jobs/jobCode=:jobCode', JobItemResponse, { name: 'jobCode', description: 'Code of the job.', example: '2411' })
  getJob(@Param('jobCode') jobCode: string, @Query() query: JobQuery, @Res() response: Response): void {
    sendList(response, this.parameters.jobs({ ...query, jobCode }));
  }

  /** Tax offices (DOY), those that closed too. */
  @ListRoute('doy', TaxOfficeItemResponse)
  listTaxOffices(@Query() query: TaxOfficesQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('doy', { code: query.doyCode }));
  }

  /** One tax office by its code. */
  @ListRoute('doy/doyCode=:doyCode', TaxOfficeItemResponse, { name: 'doyCode', description: 'Code of the tax office.', example: '1101' })
  getTaxOffice(@Param('doyCode') code: string, @Res() response: Response): void {
    sendList(response, this.lists.select('doy', { code }));
  }

  /** Nationalities (ISO 3166-1). */
  @ListRoute('nationalities', NationalityItemResponse)
  listNationalities(@Query() query: NationalitiesQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('nationalities', { code: query.nationalityCode }));
  }

  /** One nationality by its code. */
  @ListRoute('nationalities/nationalityCode=:nationalityCode', NationalityItemResponse, {
    name: 'nationalityCode',
    description: 'Code of the country, two letters.',
    example: 'GR',
  })
  getNationality(@Param('nationalityCode') code: string, @Res() response: Response): void {
    sendList(response, this.lists.select('nationalities', { code }));
  }

  /** Ways in which a customer prefers to be contacted. */
  @ListRoute('contactways', CodedItemResponse)
  listContactWays(@Res() response: Response): void {
    sendList(response, this.lists.select('contactWays'));
  }

  /** Marketing consents that a client gives or refuses. */
  @ListRoute('marketing/consents', MarketingConsentItemResponse)
  listMarketingConsents(@Res() response: Response): void {
    sendList(response, this.lists.select('marketingConsents'));
  }
}
