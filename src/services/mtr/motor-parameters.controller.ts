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
import {
  MotorBundleItemResponse,
  MotorBundleQuery,
  MotorDiscountItemResponse,
  MotorDocumentCategoryItemResponse,
  MotorLicenceTypeItemResponse,
  MotorListItemResponse,
  MotorMakeItemResponse,
  MotorModelItemResponse,
  MotorModelQuery,
  MotorResourceResponse,
  MotorUsageItemResponse,
  MotorUsageQuery,
  MotorUsageSubcodeItemResponse,
} from './motor-parameter.dto.js';
import { MotorParametersService } from './motor-parameters.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const PARTS = ['applications', 'policies', 'quotes/prices', 'quotes/bonusMalus', 'parameters', 'tokens'];
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

/** The vehicle service itself (motor.16) and its lists (parameters.1, motor.11); an API key is enough. */
@ServiceController('mtr-api', 'resources')
@KeyOnly()
export class MotorParametersController {
  constructor(
    private readonly parameters: MotorParametersService,
    private readonly lists: SerialisedListsService,
    private readonly referenceLists: ReferenceLists,
  ) {}

  /** Name, version and parts of the service. */
  @Get()
  describeMotorService(@CurrentCaller() { root }: Caller): MotorResourceResponse {
    return { name: 'mtr-api', version: '1.0.0', links: PARTS.map((rel) => ({ rel, href: `${root}/mtr-api/resources/${rel}` })) };
  }

  /** The lists there are. */
  @Get('parameters')
  listMotorParameters(@CurrentCaller() { root }: Caller): MotorListItemResponse[] {
    return LISTS.map((name) => ({ name, href: `${root}/mtr-api/resources/parameters/${name}` }));
  }

  /** Bundles of the tariff of today, for a usage and a postcode, with their covers. */
  @ListRoute('parameters/bundleCode', MotorBundleItemResponse)
  listMotorBundles(@CurrentCaller() caller: Caller, @Query() query: MotorBundleQuery, @Res() response: Response): void {
    sendList(response, this.parameters.bundles(caller, query));
  }

  /** Discounts of the tariff of today. */
  @ListRoute('parameters/discountCode', MotorDiscountItemResponse)
  listMotorDiscounts(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.discounts(caller));
  }

  /** Categories of documents. */
  @ListRoute('parameters/documentCategory', MotorDocumentCategoryItemResponse)
  listMotorDocumentCategories(@Res() response: Response): void {
    sendList(response, listCategories('motor', this.referenceLists));
  }

  /** Tax offices (DOY), those that closed too. */
  @ListRoute('parameters/doyCode', TaxOfficeItemResponse)
  listMotorTaxOffices(@Res() response: Response): void {
    sendList(response, this.lists.select('doy'));
  }

  /** Jobs (ISCO-08). */
  @ListRoute('parameters/jobCode', JobItemResponse)
  listMotorJobs(@Res() response: Response): void {
    sendList(response, this.lists.select('jobs'));
  }

  /** Categories of driving licences. */
  @ListRoute('parameters/licenceType', MotorLicenceTypeItemResponse)
  listLicenceTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('licenceTypes'));
  }

  /** Nationalities (ISO 3166-1). */
  @ListRoute('parameters/nationality', NationalityItemResponse)
  listMotorNationalities(@Res() response: Response): void {
    sendList(response, this.lists.select('nationalities'));
  }

  /** Person types. */
  @ListRoute('parameters/personTypeCode', PersonTypeItemResponse)
  listMotorPersonTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('personTypes'));
  }

  /** Usages of vehicles. `offered` says whether there is a tariff. */
  @ListRoute('parameters/usageCode', MotorUsageItemResponse)
  listVehicleUsages(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.usages(caller));
  }

  /** Subcodes of the usages. */
  @ListRoute('parameters/usageSubcode', MotorUsageSubcodeItemResponse)
  listVehicleUsageSubcodes(@Res() response: Response): void {
    sendList(response, this.lists.select('vehicleUsageSubcodes'));
  }

  /** Makes, of a usage or all. */
  @ListRoute('parameters/makeCode', MotorMakeItemResponse)
  listVehicleMakes(@Query() query: MotorUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.makes(query));
  }

  /** Models with their makes, of a usage or all. */
  @ListRoute('parameters/makeModelCode', MotorModelItemResponse)
  listVehicleMakesAndModels(@Query() query: MotorUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }

  /** Models of a make and a usage. */
  @ListRoute('parameters/modelCode', MotorModelItemResponse)
  listVehicleModels(@Query() query: MotorModelQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }
}
