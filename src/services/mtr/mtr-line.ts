import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { LineRegistry } from '../../record/lines/line-registry.js';
import type { Line } from '../../record/lines/line.js';
import type { MotorQuestionnaire } from '../../record/lines/motor-questionnaire.js';
import { motorContract } from './motor-contract.js';
import { MtrApplicationMapper, type MtrRecord } from './mtr-application.mapper.js';
import { MtrCalculator } from './mtr-calculator.js';
import { toPersons } from './mtr-persons.mapper.js';
import { MtrQuestionnaireReader } from './mtr-questionnaire.reader.js';
import { MtrRenewer } from './mtr-renewer.js';

/** Motor insurance, as the record asks it. */
@Injectable()
export class MtrLine implements Line<'motor'> {
  readonly code = 'motor';
  readonly personsOf = toPersons;
  readonly contractOf = motorContract;

  constructor(
    readonly reader: MtrQuestionnaireReader,
    readonly calculator: MtrCalculator,
    readonly renewer: MtrRenewer,
    private readonly mapper: MtrApplicationMapper,
    lines: LineRegistry,
  ) {
    lines.register(this);
  }

  plateOf({ plateNo }: MotorQuestionnaire): string | null {
    return plateNo ?? null;
  }

  toResponse(application: MtrRecord, caller: UserCaller): object {
    return this.mapper.toEntity(application, caller);
  }
}
