import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import type { FireObject } from '../../record/reference/products/fire-questionnaire.js';
import type { FireApplication } from './fire-application.mapper.js';
import { withBodyPaths, type ObjectsChange } from './fire-children.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';

const OBJECTS_PATH = 'fire_application.objects_insured';

export type ObjectsEdit = (objects: readonly FireObject[]) => ObjectsChange;

export interface ChangedObjects {
  readonly application: FireApplication;
  readonly changed: readonly number[];
  readonly inserted?: number | undefined;
}

/** Changes an insured object or one of its lists and prices the application again (fire.6). */
@Injectable()
export class FireChildrenService {
  constructor(
    private readonly applications: LineApplicationsService,
    private readonly reader: FireQuestionnaireReader,
  ) {}

  async change(caller: UserCaller, id: string, edit: ObjectsEdit): Promise<ChangedObjects> {
    const { application, result } = await this.applications.change(caller, 'fire', id, async (stored) => {
      const { client, insured, objects_insured: objects } = stored;
      const change = edit(objects);
      const body = { fire_application: { client, insured, objects_insured: change.objects } };
      const questionnaire = await this.reader.readUpdate(caller, body, stored).catch((error: unknown) => {
        throw withBodyPaths(error, OBJECTS_PATH, change);
      });
      return { questionnaire, result: change };
    });
    return { application, changed: result.changed, inserted: result.inserted };
  }
}
