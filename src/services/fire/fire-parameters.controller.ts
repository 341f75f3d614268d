import { Res } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceController } from '../../gateway/handler/decorators.js';
import { listCategories } from '../../record/core/documents/document-category.js';
import { CodedItemResponse, DocumentCategoryItemResponse } from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { sendList } from '../../gateway/handler/list-response.js';
import { ListRoute } from '../../gateway/handler/list-route.decorator.js';
import { ConstructionItemResponse, FireProtectionItemResponse, SecurityItemResponse } from './fire-parameter-items.dto.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

/** Lists of the fire service without parameters (parameters.1): construction, protection, documents, acceptance. */
@ServiceController('fire-api', 'parameters')
export class FireParametersController {
  constructor(
    private readonly lists: SerialisedListsService,
    private readonly referenceLists: ReferenceLists,
  ) {}

  /** Constructions of a building's skeleton. */
  @ListRoute('constructionOfSkeletons', ConstructionItemResponse)
  listSkeletonConstructions(@Res() response: Response): void {
    sendList(response, this.lists.select('skeletons'));
  }

  /** Constructions of walls. */
  @ListRoute('constructionOfWalls', ConstructionItemResponse)
  listWallConstructions(@Res() response: Response): void {
    sendList(response, this.lists.select('walls'));
  }

  /** Constructions of roofs. */
  @ListRoute('roofsConstruction', ConstructionItemResponse)
  listRoofConstructions(@Res() response: Response): void {
    sendList(response, this.lists.select('roofs'));
  }

  /** Measures against fire. */
  @ListRoute('fireProtectionMeasures', FireProtectionItemResponse)
  listFireProtectionMeasures(@Res() response: Response): void {
    sendList(response, this.lists.select('fireProtection'));
  }

  /** Measures against theft. */
  @ListRoute('theftProtectionMeasures', CodedItemResponse)
  listTheftProtectionMeasures(@Res() response: Response): void {
    sendList(response, this.lists.select('theftProtection'));
  }

  /** Types of safety shutters. */
  @ListRoute('typeOfSafetyShutters', SecurityItemResponse)
  listSafetyShutterTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('shutters'));
  }

  /** Types of locks. */
  @ListRoute('typeOfLocks', SecurityItemResponse)
  listLockTypes(@Res() response: Response): void {
    sendList(response, this.lists.select('locks'));
  }

  /** Where an alarm reports to. */
  @ListRoute('alarmConnections', CodedItemResponse)
  listAlarmConnections(@Res() response: Response): void {
    sendList(response, this.lists.select('alarms'));
  }

  /** Categories of the documents that can be uploaded to a fire application. */
  @ListRoute('documentCategories', DocumentCategoryItemResponse)
  listFireDocumentCategories(@Res() response: Response): void {
    sendList(response, listCategories('fire', this.referenceLists));
  }

  /** Ways in which a customer can accept an offer. */
  @ListRoute('acceptance_methods', CodedItemResponse)
  listAcceptanceMethods(@Res() response: Response): void {
    sendList(response, this.lists.select('acceptanceMethods'));
  }
}
