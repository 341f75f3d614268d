import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { Applications } from '../../record/applications/applications.js';
import type { FireObject, FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import { changedPersons } from '../../record/parties/person.js';
import type { FireApplication } from './fire-application.mapper.js';
import { FireCalculator } from './fire-calculator.js';
import { withBodyPaths, type ObjectsChange } from './fire-children.js';
import { toPersons } from './fire-persons.mapper.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';

const OBJECTS_PATH = 'fire_application.objects_insured';

export type ObjectsEdit = (objects: readonly FireObject[]) => ObjectsChange;

export interface ChangedObjects {
  readonly application: FireApplication;
  /** Positions of the objects to answer. */
  readonly changed: readonly number[];
  /** Of the first child that was inserted: its position in its list. */
  readonly inserted: number | undefined;
}

/** Insured objects and what belongs to them, one at a time (fire.6); each change prices the application anew. */
@Injectable()
export class FireChildrenService {
  constructor(
    private readonly applications: Applications,
    private readonly reader: FireQuestionnaireReader,
    private readonly calculator: FireCalculator,
  ) {}

  async change(caller: UserCaller, id: string, edit: ObjectsEdit): Promise<ChangedObjects> {
    let changed: readonly number[] = [];
    let inserted: number | undefined;
    const application = await this.applications.act<FireQuestionnaire>(caller, id, 'fire', 'update', async (current) => {
      const { client, insured, objects_insured: objects } = current.questionnaire;
      const change = edit(objects);
      const body = { fire_application: { client, insured, objects_insured: change.objects } };
      const questionnaire = await this.reader.readUpdate(caller, body, current.questionnaire).catch((error: unknown) => {
        throw withBodyPaths(error, OBJECTS_PATH, change);
      });
      ({ changed, inserted } = change);
      const { status, fields } = this.calculator.calculate(caller, questionnaire, current.approval);
      return {
        calculated: status,
        change: { questionnaire, ...fields },
        persons: changedPersons(toPersons(questionnaire), toPersons(current.questionnaire)),
      };
    });
    return { application, changed, inserted };
  }
}
