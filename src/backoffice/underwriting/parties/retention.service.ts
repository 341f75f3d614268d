import { Injectable } from '@nestjs/common';
import { addMonths, getEndOfDay, toLocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import { IS_FORGOTTEN, PartyErasureService } from './party-erasure.service.js';

const PART = 100;

const FIND = `SELECT p.id FROM party p WHERE p.id > $1 AND ${IS_FORGOTTEN} ORDER BY p.id LIMIT ${PART}`;

@Injectable()
export class RetentionService {
  /** Id after which the next run continues, so that persons who cannot be erased do not delay others. */
  private readonly reached = new Map<Environment, number>();

  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
    private readonly erasure: PartyErasureService,
  ) {}

  async run(context: OperationContext): Promise<number> {
    const { environment, at } = context;
    const { retentionYears } = await this.settings.get(environment);
    if (retentionYears === 0) return 0;
    const until = getEndOfDay(addMonths(toLocalDate(at), -12 * retentionYears));
    const found = await this.store.query<{ id: number }>(environment, FIND, [this.reached.get(environment) ?? 0, until]);
    this.reached.set(environment, found.length < PART ? 0 : (found.at(-1)?.id ?? 0));
    const failures: unknown[] = [];
    let begun = 0;
    for (const { id } of found) {
      try {
        if (await this.erasure.requestForgotten(context, id, until)) begun += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `Erasures that could not be started: ${failures.length}; started: ${begun}`);
    return begun;
  }
}
