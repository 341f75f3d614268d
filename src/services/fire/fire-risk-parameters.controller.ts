import { Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceController } from '../../gateway/handler/decorators.js';
import { CodedItemResponse } from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { sendList } from '../../gateway/handler/list-response.js';
import { ListRoute, type CodeSegment } from '../../gateway/handler/list-route.decorator.js';
import { KindOfRiskItemResponse, SubkindOfRiskItemResponse } from './fire-parameter-items.dto.js';
import {
  ActiveQuery,
  GroupsInsuredQuery,
  KindsOfRiskQuery,
  SubkindOfRiskQuery,
  SubkindsOfKindQuery,
  SubkindsOfRiskQuery,
} from './fire-parameter-query.dto.js';
import { FireParametersService } from './fire-parameters.service.js';

const KIND: CodeSegment = { name: 'kindsOfRisks', description: 'Code of the kind of risk.', example: '04' };
const SUBKIND: CodeSegment = { name: 'subkindsOfRisks', description: 'Code of the subkind of risk.', example: '0401' };

/** Kinds of risk, their subkinds and what is insured (parameters.2). The kind of subkinds may stand before or after their name. */
@ServiceController('fire-api', 'parameters')
export class FireRiskParametersController {
  constructor(
    private readonly parameters: FireParametersService,
    private readonly lists: SerialisedListsService,
  ) {}

  /** Kinds of risk. */
  @ListRoute('kindsOfRisks', KindOfRiskItemResponse)
  listKindsOfRisk(@Query() query: KindsOfRiskQuery, @Res() response: Response): void {
    sendList(response, this.parameters.kindsOfRisk(query));
  }

  /** One kind of risk by its code. */
  @ListRoute('kindsOfRisks/kindsOfRisks=:kindsOfRisks', KindOfRiskItemResponse, KIND)
  getKindOfRisk(@Param('kindsOfRisks') kindsOfRisks: string, @Query() query: ActiveQuery, @Res() response: Response): void {
    sendList(response, this.parameters.kindsOfRisk({ ...query, kindsOfRisks }));
  }

  /** Subkinds of a kind of risk. */
  @ListRoute('kindsOfRisks/subkindsOfRisks', SubkindOfRiskItemResponse)
  listSubkindsOfRisk(@Query() query: SubkindsOfRiskQuery, @Res() response: Response): void {
    sendList(response, this.parameters.subkindsOfRisk(query));
  }

  /** One subkind by its code. */
  @ListRoute('kindsOfRisks/subkindsOfRisks/subkindsOfRisks=:subkindsOfRisks', SubkindOfRiskItemResponse, SUBKIND)
  getSubkindOfRisk(@Param('subkindsOfRisks') subkindsOfRisks: string, @Query() query: SubkindOfRiskQuery, @Res() response: Response): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, subkindsOfRisks }));
  }

  /** Subkinds of the kind of risk in the path. */
  @ListRoute('kindsOfRisks/kindsOfRisks=:kindsOfRisks/subkindsOfRisks', SubkindOfRiskItemResponse, KIND)
  listSubkindsOfKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Query() query: SubkindsOfKindQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks }));
  }

  /** Subkinds of the kind of risk at the end of the path. */
  @ListRoute('kindsOfRisks/subkindsOfRisks/kindsOfRisks=:kindsOfRisks', SubkindOfRiskItemResponse, KIND)
  listSubkindsByKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Query() query: SubkindsOfKindQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks }));
  }

  /** One subkind of the kind of risk in the path. */
  @ListRoute(
    'kindsOfRisks/kindsOfRisks=:kindsOfRisks/subkindsOfRisks/subkindsOfRisks=:subkindsOfRisks',
    SubkindOfRiskItemResponse,
    KIND,
    SUBKIND,
  )
  getSubkindOfKindOfRisk(
    @Param('kindsOfRisks') kindsOfRisks: string,
    @Param('subkindsOfRisks') subkindsOfRisks: string,
    @Query() query: ActiveQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.subkindsOfRisk({ ...query, kindsOfRisks, subkindsOfRisks }));
  }

  /** One subkind of the kind of risk, both at the end of the path. */
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

  /** Groups insured: building, content or both. */
  @ListRoute('groupsInsured', CodedItemResponse)
  listGroupsInsured(@Query() query: GroupsInsuredQuery, @Res() response: Response): void {
    sendList(response, this.lists.select('groupsInsured', { code: query.groupInsured }));
  }

  /** One group insured by its code. */
  @ListRoute('groupsInsured/groupInsured=:groupInsured', CodedItemResponse, {
    name: 'groupInsured',
    description: '01 building, 02 content, 03 both.',
    example: '01',
  })
  getGroupInsured(@Param('groupInsured') code: string, @Res() response: Response): void {
    sendList(response, this.lists.select('groupsInsured', { code }));
  }
}
