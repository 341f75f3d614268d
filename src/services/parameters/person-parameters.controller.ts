import { Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceController } from '../../gateway/decorators.js';
import {
  CodedItem,
  JobItem,
  MarketingConsentItem,
  NationalityItem,
  PersonTypeItem,
  TaxOfficeItem,
} from '../../record/reference/common-items.dto.js';
import { listAnswers } from '../../record/reference/list-answers.js';
import { sendList } from '../../record/reference/list-response.js';
import { ListRoute } from '../../record/reference/list-route.decorator.js';
import { JobQuery, JobsQuery, NationalitiesQuery, TaxOfficesQuery } from './parameter-query.dto.js';
import { ParametersService } from './parameters.service.js';

/** Lists that describe persons (parameters.1). */
@ServiceController('parameters-api')
export class PersonParametersController {
  constructor(private readonly parameters: ParametersService) {}

  /** Genders. */
  @ListRoute('genders', CodedItem)
  listGenders(@Res() response: Response): void {
    sendList(response, listAnswers.select('genders'));
  }

  /** Person types: individual, company and others. */
  @ListRoute('personTypes', PersonTypeItem)
  listPersonTypes(@Res() response: Response): void {
    sendList(response, listAnswers.select('personTypes'));
  }

  /** Jobs (ISCO-08). */
  @ListRoute('jobs', JobItem)
  listJobs(@Query() query: JobsQuery, @Res() response: Response): void {
    sendList(response, this.parameters.jobs(query));
  }

  /** One job by its code. */
  @ListRoute('jobs/jobCode=:jobCode', JobItem, { name: 'jobCode', description: 'Code of the job.', example: '2411' })
  getJob(@Param('jobCode') jobCode: string, @Query() query: JobQuery, @Res() response: Response): void {
    sendList(response, this.parameters.jobs({ ...query, jobCode }));
  }

  /** Tax offices (DOY), those that closed too. */
  @ListRoute('doy', TaxOfficeItem)
  listTaxOffices(@Query() query: TaxOfficesQuery, @Res() response: Response): void {
    sendList(response, listAnswers.select('doy', { code: query.doyCode }));
  }

  /** One tax office by its code. */
  @ListRoute('doy/doyCode=:doyCode', TaxOfficeItem, { name: 'doyCode', description: 'Code of the tax office.', example: '1101' })
  getTaxOffice(@Param('doyCode') code: string, @Res() response: Response): void {
    sendList(response, listAnswers.select('doy', { code }));
  }

  /** Nationalities (ISO 3166-1). */
  @ListRoute('nationalities', NationalityItem)
  listNationalities(@Query() query: NationalitiesQuery, @Res() response: Response): void {
    sendList(response, listAnswers.select('nationalities', { code: query.nationalityCode }));
  }

  /** One nationality by its code. */
  @ListRoute('nationalities/nationalityCode=:nationalityCode', NationalityItem, {
    name: 'nationalityCode',
    description: 'Code of the country, two letters.',
    example: 'GR',
  })
  getNationality(@Param('nationalityCode') code: string, @Res() response: Response): void {
    sendList(response, listAnswers.select('nationalities', { code }));
  }

  /** Ways in which a customer prefers to be contacted. */
  @ListRoute('contactways', CodedItem)
  listContactWays(@Res() response: Response): void {
    sendList(response, listAnswers.select('contactWays'));
  }

  /** Marketing consents that a client is asked for. */
  @ListRoute('marketing/consents', MarketingConsentItem)
  listMarketingConsents(@Res() response: Response): void {
    sendList(response, listAnswers.select('marketingConsents'));
  }
}
