import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import type { ApplicationRecord } from './application.js';
import type { Line } from './state-table.js';

type ToEntity = (application: ApplicationRecord, caller: UserCaller) => object;

/** How each line answers an application. The lines register it, so that services of both lines can answer it without knowing them. */
@Injectable()
export class ApplicationEntities {
  private readonly mappers = new Map<Line, ToEntity>();

  register(line: Line, toEntity: ToEntity): void {
    this.mappers.set(line, toEntity);
  }

  /** The lines that are installed. */
  lines(): Line[] {
    return [...this.mappers.keys()];
  }

  toEntity(application: ApplicationRecord, caller: UserCaller): object {
    const toEntity = this.mappers.get(application.line);
    if (!toEntity) throw new Error(`no service answers ${application.line} applications`);
    return toEntity(application, caller);
  }
}
