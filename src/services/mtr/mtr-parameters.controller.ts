import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller, KeyOnly, ServiceController } from '../../gateway/decorators.js';
import { JobItem, NationalityItem, PersonTypeItem, TaxOfficeItem } from '../../record/reference/common-items.dto.js';
import { listAnswers } from '../../record/reference/list-answers.js';
import { listCategories } from '../../record/documents/document-category.js';
import { sendList } from '../../record/reference/list-response.js';
import { ListRoute } from '../../record/reference/list-route.decorator.js';
import { MtrDocumentCategoryItem, MtrLicenceTypeItem, MtrListItem } from './mtr-parameter.dto.js';
import { MtrBundleItem, MtrBundleQuery, MtrDiscountItem } from './mtr-parameter.dto.js';
import { MtrParametersService } from './mtr-parameters.service.js';

const LISTS = [
  ...['bundleCode', 'discountCode', 'documentCategory', 'doyCode', 'jobCode', 'licenceType', 'makeCode', 'makeModelCode', 'modelCode'],
  ...['nationality', 'personTypeCode', 'usageCode', 'usageSubcode'],
];

/** Lists of the vehicle service (parameters.1); an API key is enough. */
@ServiceController('mtr-api', 'resources/parameters')
@KeyOnly()
export class MtrParametersController {
  constructor(private readonly parameters: MtrParametersService) {}

  /** The lists there are. */
  @Get()
  listMotorParameters(@CurrentCaller() { root }: Caller): MtrListItem[] {
    return LISTS.map((name) => ({ name, href: `${root}/mtr-api/resources/parameters/${name}` }));
  }

  /** Bundles of the tariff of today, for a usage and a postcode, with their covers. */
  @ListRoute('bundleCode', MtrBundleItem)
  listMotorBundles(@CurrentCaller() caller: Caller, @Query() query: MtrBundleQuery, @Res() response: Response): void {
    sendList(response, this.parameters.bundles(caller, query));
  }

  /** Discounts of the tariff of today. */
  @ListRoute('discountCode', MtrDiscountItem)
  listMotorDiscounts(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.discounts(caller));
  }

  /** Categories of documents. */
  @ListRoute('documentCategory', MtrDocumentCategoryItem)
  listMotorDocumentCategories(@Res() response: Response): void {
    sendList(response, listCategories('motor'));
  }

  /** Tax offices (DOY), those that closed too. */
  @ListRoute('doyCode', TaxOfficeItem)
  listMotorTaxOffices(@Res() response: Response): void {
    sendList(response, listAnswers.select('doy'));
  }

  /** Jobs (ISCO-08). */
  @ListRoute('jobCode', JobItem)
  listMotorJobs(@Res() response: Response): void {
    sendList(response, listAnswers.select('jobs'));
  }

  /** Categories of driving licences. */
  @ListRoute('licenceType', MtrLicenceTypeItem)
  listLicenceTypes(@Res() response: Response): void {
    sendList(response, listAnswers.select('licenceTypes'));
  }

  /** Nationalities (ISO 3166-1). */
  @ListRoute('nationality', NationalityItem)
  listMotorNationalities(@Res() response: Response): void {
    sendList(response, listAnswers.select('nationalities'));
  }

  /** Person types. */
  @ListRoute('personTypeCode', PersonTypeItem)
  listMotorPersonTypes(@Res() response: Response): void {
    sendList(response, listAnswers.select('personTypes'));
  }
}
