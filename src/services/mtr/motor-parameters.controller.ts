import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller, KeyOnly, ServiceController } from '../../gateway/handler/decorators.js';
import {
  JobItemResponse,
  NationalityItemResponse,
  PersonTypeItemResponse,
  TaxOfficeItemResponse,
} from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { listCategories } from '../../record/core/documents/document-category.js';
import { sendList } from '../../gateway/handler/list-response.js';
import { ListRoute } from '../../gateway/handler/list-route.decorator.js';
import { MotorDocumentCategoryItemResponse, MotorLicenceTypeItemResponse, MotorListItemResponse } from './motor-parameter.dto.js';
import { MotorBundleItemResponse, MotorBundleQuery, MotorDiscountItemResponse } from './motor-parameter.dto.js';
import { MotorParametersService } from './motor-parameters.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const LISTS = [
  'bundleCode',
  'discountCode',
  'documentCategory',
  'doyCode',
  'jobCode',
  'licenceType',
  'makeCode',
  'makeModelCode',
  'modelCode',
  'nationality',
  'personTypeCode',
  'usageCode',
  'usageSubcode',
];

/** Lists of the vehicle service (parameters.1); an API key is enough. */
@ServiceController('mtr-api', 'resources/parameters')
@KeyOnly()
export class MotorParametersController {
  constructor(
    private readonly parameters: MotorParametersService,
    private readonly lists: SerialisedListsService,
    private readonly referenceLists: ReferenceLists,
  ) {}

  /** The lists there are. */
  @Get()
  listMotorParameters(@CurrentCaller() { root }: Caller): MotorListItemResponse[] {
    return LISTS.map((name) => ({ name, href: `${root}/mtr-api/resources/parameters/${name}` }));
  }

  /** Bundles of the tariff of today, for a usage and a postcode, with their covers. */
  @ListRoute('bundleCode', MotorBundleItemResponse)
  listMotorBundles(@CurrentCaller() caller: Caller, @Query() query: MotorBundleQuery, @Res() response: Response): void {
    sendList(response, this.parameters.bundles(caller, query));
  }

  /** Discounts of the tariff of today. */
  @ListRoute('discountCode', MotorDiscountItemResponse)
  listMotorDiscounts(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.discounts(caller));
  }

  /** Categories of documents. */
  @ListRoute('documentCategory', MotorDocumentCategoryItemResponse)
  listMotorDocumentCategories(@Res() response: Response): void {
    sendList(response, listCategories('motor', this.referenceLists));
  }

  /** Tax offices (DOY), those that closed too. */
  @ListRoute('doyCode', TaxOfficeItemResponse)
  listMotorTaxOffices(@Res() response: Response): void {
    sendList(response, this.lists.select('doy'));
  }

  /** Jobs (ISCO-08). */
  @ListRoute('jobCode', JobItemResponse)
  listMotorJobs(@Res() response: Response): void {
    sendList(response, this.lists.select('jobs'));
  }

  /** Categories of driving licences. */
  @ListRoute('licenceType', MotorLicenceTypeItemResponse)
  listLicenceTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('licenceTypes'));
  }

  /** Nationalities (ISO 3166-1). */
  @ListRoute('nationality', NationalityItemResponse)
  listMotorNationalities(@Res() response: Response): void {
    sendList(response, this.lists.select('nationalities'));
  }

  /** Person types. */
  @ListRoute('personTypeCode', PersonTypeItemResponse)
  listMotorPersonTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('personTypes'));
  }
}
