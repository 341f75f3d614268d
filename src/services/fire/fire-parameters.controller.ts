import { Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { CurrentCall, CurrentCaller, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { sendFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { FIRE_BRANCH } from '../../pricing/branch.js';
import { InformationService } from '../../record/contract/offers/information.service.js';
import { createReader } from '../../record/core/documents/document-files.js';
import { listCategories } from '../../record/core/documents/document-category.js';
import { CodedItemResponse, DiscountItemResponse, DocumentCategoryItemResponse } from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { ALWAYS_ASK, sendList, ListRoute, type CodeSegment } from '../../gateway/handler/list-response.js';
import {
  BundleItemResponse,
  ConstructionItemResponse,
  ExtraCoverItemResponse,
  FireProtectionItemResponse,
  GroupCoverItemResponse,
  KindOfRiskItemResponse,
  SecurityItemResponse,
  SubkindOfRiskItemResponse,
} from './fire-parameter-items.dto.js';
import {
  ActiveQuery,
  ExtraCoversQuery,
  GroupsCoversQuery,
  GroupsInsuredQuery,
  IpidQuery,
  KindsOfRiskQuery,
  ListBundlesQuery,
  OfferedBundleQuery,
  OfferedBundlesQuery,
  SubkindOfRiskQuery,
  SubkindsOfKindQuery,
  SubkindsOfRiskQuery,
} from './fire-parameter-query.dto.js';
import { FireParametersService } from './fire-parameters.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const KIND: CodeSegment = { name: 'kindsOfRisks', description: 'Code of the kind of risk.', example: '04' };
const SUBKIND: CodeSegment = { name: 'subkindsOfRisks', description: 'Code of the subkind of risk.', example: '0401' };
const BUNDLE: CodeSegment = { name: 'bundleCode', description: 'Code of the bundle.', example: '101' };

/** In the path the kind of a subkind may come before or after it. */
@ServiceController('fire-api', 'parameters')
export class FireParametersController {
  constructor(
    private readonly parameters: FireParametersService,
    private readonly lists: SerialisedListsService,
    private readonly referenceLists: ReferenceLists,
    private readonly information: InformationService,
  ) {}

  /** List constructions of skeletons, for an insured object. */
  @ListRoute('constructionOfSkeletons', ConstructionItemResponse)
  listSkeletonConstructions(@Res() response: Response): void {
    sendList(response, this.lists.select('skeletons'));
  }

  /** List constructions of walls, for an insured object. */
  @ListRoute('constructionOfWalls', ConstructionItemResponse)
  listWallConstructions(@Res() response: Response): void {
    sendList(response, this.lists.select('walls'));
  }

  /** List constructions of roofs, for an insured object. */
  @ListRoute('roofsConstruction', ConstructionItemResponse)
  listRoofConstructions(@Res() response: Response): void {
    sendList(response, this.lists.select('roofs'));
  }

  /** List fire protection measures, for an insured object. */
  @ListRoute('fireProtectionMeasures', FireProtectionItemResponse)
  listFireProtectionMeasures(@Res() response: Response): void {
    sendList(response, this.lists.select('fireProtection'));
  }

  /** List theft protection measures, for an insured object. */
  @ListRoute('theftProtectionMeasures', CodedItemResponse)
  listTheftProtectionMeasures(@Res() response: Response): void {
    sendList(response, this.lists.select('theftProtection'));
  }

  /** List types of safety shutters, for an insured object. */
  @ListRoute('typeOfSafetyShutters', SecurityItemResponse)
  listSafetyShutterTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('shutters'));
  }

  /** List types of locks, for the main door of an insured object. */
  @ListRoute('typeOfLocks', SecurityItemResponse)
  listLockTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('locks'));
  }

  /** List the places to which an alarm can report, for an insured object. */
  @ListRoute('alarmConnections', CodedItemResponse)
  listAlarmConnections(@Res() response: Response): void {
    sendList(response, this.lists.select('alarms'));
  }

  /** List the categories of documents that can be uploaded to a fire application. */
  @ListRoute('documentCategories', DocumentCategoryItemResponse)
  listFireDocumentCategories(@Res() response: Response): void {
    sendList(response, listCategories('fire', this.referenceLists));
  }

  /** List the ways in which a customer can accept an offer. */
  @ListRoute('acceptance_methods', CodedItemResponse)
  listAcceptanceMethods(@Res() response: Response): void {
    sendList(response, this.lists.select('acceptanceMethods'));
  }

  /** List kinds of risk, to be chosen before a subkind. */
  @ListRoute('kindsOfRisks', KindOfRiskItemResponse)
  listKindsOfRisk(@Query() query: KindsOfRiskQuery, @Res() response: Response): void {
    sendList(response, this.parameters.kindsOfRisk(query));
  }

  /** Get one kind of risk by its code. */
  @ListRoute('kindsOfRisks/kindsOfRisks=:kindsOfRisks', KindOfRiskItemResponse, KIND)
  getKindOfRisk(@Param('kindsOfRisks') kindsOfRisks: string, @Query() query: ActiveQuery, @Res() response: Response): void {
    sendList(response, this.parameters.kindsOfRisk({ ...query, kindsOfRisks }));
  }

  /** List the subkinds of a kind of risk. */
  @ListRoute('kindsOfRisks/subkindsOfRisks', SubkindOfRiskItemResponse)
  listSubkindsOfRisk(@Query() query: SubkindsOfRiskQuery, @Res() response: Response): void {
    sendList(response, this.parameters.subkindsOfRisk(query));
  }

  /** Get one subkind of risk by its code. */
  @ListRoute('kindsOfRisks/subkindsOfRisks/subkindsOfRisks=:subkindsOfRisks', SubkindOfRiskItemResponse, SUBKIND)
  getSubkindOfRisk(@Param('subkindsOfRisks') subkindsOfRisks: string, @Query() query: SubkindOfRiskQuery, @Res() response: Response): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, subkindsOfRisks }));
  }

  /** List the subkinds of the kind of risk in the path. */
  @ListRoute('kindsOfRisks/kindsOfRisks=:kindsOfRisks/subkindsOfRisks', SubkindOfRiskItemResponse, KIND)
  listSubkindsOfKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Query() query: SubkindsOfKindQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks }));
  }

  /** List the subkinds of the kind of risk at the end of the path. */
  @ListRoute('kindsOfRisks/subkindsOfRisks/kindsOfRisks=:kindsOfRisks', SubkindOfRiskItemResponse, KIND)
  listSubkindsByKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Query() query: SubkindsOfKindQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks }));
  }

  /** Get one subkind of the kind of risk in the path. */
  @ListRoute('kindsOfRisks/kindsOfRisks=:kindsOfRisks/subkindsOfRisks/subkindsOfRisks=:subkindsOfRisks', SubkindOfRiskItemResponse, KIND, {
    ...SUBKIND,
    description: 'Code of the subkind of risk. Codes: `GET /fire-api/parameters/kindsOfRisks/subkindsOfRisks`.',
  })
  getSubkindOfKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Param('subkindsOfRisks') subkindsOfRisks: string,
    @Query() query: ActiveQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks, subkindsOfRisks }));
  }

  /** Get one subkind of a kind of risk, both at the end of the path. */
  @ListRoute(
    'kindsOfRisks/subkindsOfRisks/kindsOfRisks=:kindsOfRisks/subkindsOfRisks=:subkindsOfRisks',
    SubkindOfRiskItemResponse,
    KIND,
    SUBKIND,
  )
  getSubkindByKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Param('subkindsOfRisks') subkindsOfRisks: string,
    @Query() query: ActiveQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks, subkindsOfRisks }));
  }

  /** List the insured groups: building, content or both. */
  @ListRoute('groupsInsured', CodedItemResponse)
  listGroupsInsured(@Query() query: GroupsInsuredQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('groupsInsured', { code: query.groupInsured }));
  }

  /** Get one insured group by its code. */
  @ListRoute('groupsInsured/groupInsured=:groupInsured', CodedItemResponse, {
    name: 'groupInsured',
    description: '01 building, 02 content, 03 both.',
    example: '01',
  })
  getGroupInsured(@Param('groupInsured') code: string, @Res() response: Response): void {
    sendList(response, this.lists.select('groupsInsured', { code }));
  }

  /** List covers with the groups that they can insure. */
  @ListRoute('groupsCovers', GroupCoverItemResponse)
  listFireCovers(@CurrentCaller() caller: UserCaller, @Query() query: GroupsCoversQuery, @Res() response: Response): void {
    sendList(response, this.parameters.groupsCovers(caller, query));
  }

  /** List the covers of an insured group, or get one cover by its code. */
  @ListRoute('groupsCovers/groupCovers=:groupCovers', GroupCoverItemResponse, {
    name: 'groupCovers',
    description: 'Code of a group insured, or of a cover. Codes: `GET /fire-api/parameters/groupsInsured`.',
    example: '01',
  })
  listFireCoversOfGroup(@CurrentCaller() caller: UserCaller, @Param('groupCovers') groupCovers: string, @Res() response: Response): void {
    sendList(response, this.parameters.groupsCovers(caller, { groupCovers }));
  }

  /** List the discounts of today's tariff, which an insured object can request. */
  @ListRoute('discounts', DiscountItemResponse)
  listFireDiscounts(@CurrentCaller() caller: UserCaller, @Res() response: Response): void {
    sendList(response, this.parameters.discounts(caller));
  }

  /** List the bundles offered for a risk, with their covers. */
  @ListRoute('bundles', BundleItemResponse)
  listOfferedFireBundles(@CurrentCaller() caller: UserCaller, @Query() query: OfferedBundlesQuery, @Res() response: Response): void {
    sendList(response, this.parameters.offeredBundles(caller, query));
  }

  /** Get one bundle by its code, if it is offered for the risk. */
  @ListRoute('bundles/bundleCode=:bundleCode', BundleItemResponse, BUNDLE)
  getOfferedFireBundle(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: OfferedBundleQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.offeredBundles(caller, { ...query, bundleCode }));
  }

  /** List the covers that can be added to the bundle named in the path. */
  @ListRoute('bundles/bundleCode=:bundleCode/extra_covers', ExtraCoverItemResponse, BUNDLE)
  listExtraFireCoversOfNamedBundle(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: ExtraCoversQuery,
    @Res() response: Response,
  ): void {
    // Reasons are in the language of the request.
    sendList(response, this.parameters.extraCovers(caller, bundleCode, query), ALWAYS_ASK);
  }

  /** List the covers that can be added to a bundle, by the years of the building. */
  @ListRoute('bundles/:bundleCode/extra_covers', ExtraCoverItemResponse, BUNDLE)
  listExtraFireCovers(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: ExtraCoversQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.extraCovers(caller, bundleCode, query), ALWAYS_ASK);
  }

  /** List all bundles with their included and addable covers. */
  @ListRoute('listBundles', BundleItemResponse)
  listFireBundles(@CurrentCaller() caller: UserCaller, @Query() query: ListBundlesQuery, @Res() response: Response): void {
    sendList(response, this.parameters.listBundles(caller, query));
  }

  /** Get one bundle by its code, for any risk. */
  @ListRoute('listBundles/bundleCode=:bundleCode', BundleItemResponse, {
    ...BUNDLE,
    description: 'Code of the bundle. Codes: `GET /fire-api/parameters/bundles`.',
  })
  getFireBundle(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: ActiveQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.listBundles(caller, { ...query, bundleCode }));
  }

  /** Get the product information document of a bundle (IPID). PDF in the language of the call; `ETag` is its hash. */
  @Get('bundles/:bundleCode/ipid')
  @ApiParam({ ...BUNDLE, type: String })
  @ApiFile()
  async getFireIpid(
    @CurrentCall() call: UserCall,
    @Param('bundleCode') bundleCode: string,
    @Query() { tariff_code: tariffCode, tariff_version: tariffVersion }: IpidQuery,
  ): Promise<StreamableFile | JsonText | undefined> {
    const reader = createReader(call.caller);
    const tariff = this.information.findTariff(reader, FIRE_BRANCH.code, { tariffCode, tariffVersion });
    return sendFile(call, await this.information.getIpid(reader, tariff, bundleCode));
  }
}
