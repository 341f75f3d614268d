import { Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../common/caller.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { CurrentCall, CurrentCaller, KeyOnly, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { sendFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { MOTOR_BRANCH } from '../../pricing/branch.js';
import { InformationService } from '../../record/contract/offers/information.service.js';
import { createReader } from '../../record/core/documents/document-files.js';
import {
  DocumentCategoryItemResponse,
  JobItemResponse,
  NationalityItemResponse,
  PersonTypeItemResponse,
  TaxOfficeItemResponse,
  DiscountItemResponse,
} from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { listCategories } from '../../record/core/documents/document-category.js';
import { sendList, ListRoute } from '../../gateway/handler/list-response.js';
import {
  MotorBundleItemResponse,
  MotorBundleQuery,
  MotorIpidQuery,
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

@ServiceController('mtr-api', 'resources')
@KeyOnly()
export class MotorParametersController {
  constructor(
    private readonly parameters: MotorParametersService,
    private readonly lists: SerialisedListsService,
    private readonly referenceLists: ReferenceLists,
    private readonly information: InformationService,
  ) {}

  /** Describe the vehicle service: name, version and parts. */
  @Get()
  describeMotorService(@CurrentCaller() { root }: Caller): MotorResourceResponse {
    return { name: 'mtr-api', version: '1.0.0', links: PARTS.map((rel) => ({ rel, href: `${root}/mtr-api/resources/${rel}` })) };
  }

  /** List the addresses of all lists of the vehicle service. */
  @Get('parameters')
  listMotorParameters(@CurrentCaller() { root }: Caller): MotorListItemResponse[] {
    return LISTS.map((name) => ({ name, href: `${root}/mtr-api/resources/parameters/${name}` }));
  }

  /** List today's bundles for a usage and postcode, with their covers. */
  @ListRoute('parameters/bundleCode', MotorBundleItemResponse)
  listMotorBundles(@CurrentCaller() caller: Caller, @Query() query: MotorBundleQuery, @Res() response: Response): void {
    sendList(response, this.parameters.bundles(caller, query));
  }

  /** List the discounts of today's tariff, which applications can request. */
  @ListRoute('parameters/discountCode', DiscountItemResponse)
  listMotorDiscounts(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.discounts(caller));
  }

  /** List the categories of documents that can be uploaded to an application. */
  @ListRoute('parameters/documentCategory', DocumentCategoryItemResponse)
  listMotorDocumentCategories(@Res() response: Response): void {
    sendList(response, listCategories('motor', this.referenceLists));
  }

  /** List tax offices (DOY), including those that have closed. */
  @ListRoute('parameters/doyCode', TaxOfficeItemResponse)
  listMotorTaxOffices(@Res() response: Response): void {
    sendList(response, this.lists.select('doy'));
  }

  /** List jobs (ISCO-08), for the occupation of a person. */
  @ListRoute('parameters/jobCode', JobItemResponse)
  listMotorJobs(@Res() response: Response): void {
    sendList(response, this.lists.select('jobs'));
  }

  /** List categories of driving licences, for persons and drivers. */
  @ListRoute('parameters/licenceType', MotorLicenceTypeItemResponse)
  listLicenceTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('licenceTypes'));
  }

  /** List nationalities (ISO 3166-1), for the nationality of a person. */
  @ListRoute('parameters/nationality', NationalityItemResponse)
  listMotorNationalities(@Res() response: Response): void {
    sendList(response, this.lists.select('nationalities'));
  }

  /** List person types, which decide the fields that a person needs. */
  @ListRoute('parameters/personTypeCode', PersonTypeItemResponse)
  listMotorPersonTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('personTypes'));
  }

  /** List usages of vehicles. Those with `offered` can be insured today. */
  @ListRoute('parameters/usageCode', MotorUsageItemResponse)
  listVehicleUsages(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.usages(caller));
  }

  /** List the subcodes of all usages. */
  @ListRoute('parameters/usageSubcode', MotorUsageSubcodeItemResponse)
  listVehicleUsageSubcodes(@Res() response: Response): void {
    sendList(response, this.lists.select('vehicleUsageSubcodes'));
  }

  /** List makes of vehicles, all or those of a usage. */
  @ListRoute('parameters/makeCode', MotorMakeItemResponse)
  listVehicleMakes(@Query() query: MotorUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.makes(query));
  }

  /** List models with their makes, all or those of a usage. */
  @ListRoute('parameters/makeModelCode', MotorModelItemResponse)
  listVehicleMakesAndModels(@Query() query: MotorUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }

  /** List models, all or those of a make and usage. */
  @ListRoute('parameters/modelCode', MotorModelItemResponse)
  listVehicleModels(@Query() query: MotorModelQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }

  /** Get the product information document of a bundle (IPID). PDF in the language of the call; `ETag` is its hash. */
  @Get('parameters/bundleCode/:bundleCode/ipid')
  @ApiParam({ name: 'bundleCode', description: 'Code of the bundle.', example: 'B1', type: String })
  @ApiFile()
  async getMotorIpid(
    @CurrentCall() call: UserCall,
    @Param('bundleCode') bundleCode: string,
    @Query() query: MotorIpidQuery,
  ): Promise<StreamableFile | JsonText | undefined> {
    const reader = createReader(call.caller);
    const tariff = this.information.findTariff(reader, MOTOR_BRANCH.code, query);
    return sendFile(call, await this.information.getIpid(reader, tariff, bundleCode));
  }
}
