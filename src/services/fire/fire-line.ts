import { Injectable } from '@nestjs/common';
import type { Line } from '../../record/lines/line.js';
import { LineRegistry } from '../../record/lines/line-registry.js';
import { toFireResponse } from './fire-application.mapper.js';
import { FireCalculator } from './fire-calculator.js';
import { fireContract } from './fire-contract.js';
import { toPersons } from './fire-persons.mapper.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';
import { FireRenewer } from './fire-renewer.js';

/** The fire line: what the record calls for applications of it. */
@Injectable()
export class FireLine implements Line<'fire'> {
  readonly code = 'fire';
  readonly personsOf = toPersons;
  readonly contractOf = fireContract;
  readonly toResponse = toFireResponse;

  constructor(
    readonly reader: FireQuestionnaireReader,
    readonly calculator: FireCalculator,
    readonly renewer: FireRenewer,
    lines: LineRegistry,
  ) {
    lines.register(this);
  }

  plateOf(): null {
    return null;
  }
}
