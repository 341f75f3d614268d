import { Res } from '@nestjs/common';
import type { Response } from 'express';
import { ServiceController } from '../../gateway/decorators.js';
import { CodedItem, DocumentCategoryItem } from '../../record/reference/common-items.dto.js';
import { listAnswers } from '../../record/reference/list-answers.js';
import { sendList } from '../../record/reference/list-response.js';
import { ListRoute } from '../../record/reference/list-route.decorator.js';
import { ConstructionItem, FireProtectionItem, SecurityItem } from './fire-parameter-items.dto.js';

/** Lists of the fire service without parameters (spec §4.9): construction, protection, documents, acceptance. */
@ServiceController('fire-api', 'parameters')
export class FireParametersController {
  /** Constructions of a building's skeleton. */
  @ListRoute('constructionOfSkeletons', ConstructionItem)
  skeletons(@Res() response: Response): void {
    sendList(response, listAnswers.select('skeletons'));
  }

  /** Constructions of walls. */
  @ListRoute('constructionOfWalls', ConstructionItem)
  walls(@Res() response: Response): void {
    sendList(response, listAnswers.select('walls'));
  }

  /** Constructions of roofs. */
  @ListRoute('roofsConstruction', ConstructionItem)
  roofs(@Res() response: Response): void {
    sendList(response, listAnswers.select('roofs'));
  }

  /** Measures against fire. */
  @ListRoute('fireProtectionMeasures', FireProtectionItem)
  fireProtection(@Res() response: Response): void {
    sendList(response, listAnswers.select('fireProtection'));
  }

  /** Measures against theft. */
  @ListRoute('theftProtectionMeasures', CodedItem)
  theftProtection(@Res() response: Response): void {
    sendList(response, listAnswers.select('theftProtection'));
  }

  /** Types of safety shutters. */
  @ListRoute('typeOfSafetyShutters', SecurityItem)
  shutters(@Res() response: Response): void {
    sendList(response, listAnswers.select('shutters'));
  }

  /** Types of locks. */
  @ListRoute('typeOfLocks', SecurityItem)
  locks(@Res() response: Response): void {
    sendList(response, listAnswers.select('locks'));
  }

  /** Where an alarm reports to. */
  @ListRoute('alarmConnections', CodedItem)
  alarms(@Res() response: Response): void {
    sendList(response, listAnswers.select('alarms'));
  }

  /** Categories of documents; `line` tells for which insurance. */
  @ListRoute('documentCategories', DocumentCategoryItem)
  documentCategories(@Res() response: Response): void {
    sendList(response, listAnswers.select('documentCategories'));
  }

  /** Ways in which a customer can accept an offer. */
  @ListRoute('acceptance_methods', CodedItem)
  acceptanceMethods(@Res() response: Response): void {
    sendList(response, listAnswers.select('acceptanceMethods'));
  }
}
