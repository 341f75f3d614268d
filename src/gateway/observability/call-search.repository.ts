import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { parseInstant } from '../../common/athens.js';
import { Clock } from '../../common/clock.js';
import type { Environment } from '../../common/environment.js';
import { startingWith } from '../../common/like-pattern.js';
import { cappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../common/paging.js';
import { momentOf } from '../call/request-id.js';
import { CallLogEntity } from '../../store/entities/call-log.entity.js';
import { Store } from '../../store/store.js';
import { CALLS_KEPT_DAYS } from './call-log-partitions.js';

/** Programs of the user of a console ($1). */
const PROGRAMS_OF_CONSOLE = `
  SELECT p.id, p.console_user_id IS NOT NULL AS "isConsole", p.console_user_id IS NOT NULL OR p.user_id = c.console_user_id AS "isOwn"
  FROM program c JOIN program p ON p.id = c.id OR p.user_id = c.console_user_id
    OR p.id IN (SELECT k.program_id FROM user_key k WHERE k.user_id = c.console_user_id)
  WHERE c.id = $1 AND c.console_user_id IS NOT NULL`;

interface ProgramOfConsole {
  readonly id: number;
  readonly isConsole: boolean;
  readonly isOwn: boolean | null;
}

const KEPT_MS = CALLS_KEPT_DAYS * 24 * 3_600_000;

/** Filter of calls; absent fields let every call pass. */
export interface CallFilter {
  readonly programId?: number | undefined;
  readonly environment?: Environment | undefined;
  /** Calls in the name of one of these agents, and those that were in nobody's. */
  readonly agents?: readonly string[];
  readonly agentCode?: string | undefined;
  readonly keyPrefix?: string | undefined;
  /** Programs whose calls without an agent are included; all of them when absent. */
  readonly ownPrograms?: readonly number[];
  /** Calls of one of these programs. */
  readonly programs?: readonly number[];
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  /** A route's template, or how it begins. */
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  /** Dates or instants, as `parseInstant` reads them: from the first on, and before the second. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Looks into the request log. */
@Injectable()
export class CallSearchRepository {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** One page, newest first, of what is kept (auth.10). */
  search(filter: CallFilter, { start, limit }: PageWindow): Promise<Page<CallLogEntity>> {
    return this.store.read('gateway', async (manager) => {
      const counted = await manager
        .createQueryBuilder()
        .select('count(*)', 'total')
        .from((hits) => this.narrow(hits.select('1').from(CallLogEntity, 'call'), filter).limit(MAX_COUNTED + 1), 'hit')
        .getRawOne<{ total: number }>();
      const items = await this.narrow(manager.createQueryBuilder(CallLogEntity, 'call'), filter)
        .orderBy({ 'call.at': 'DESC', 'call.requestId': 'DESC' })
        .offset(start - 1)
        .limit(limit)
        .getMany();
      return { items, ...cappedTotal(counted?.total ?? 0) };
    });
  }

  /**
   * Restricts a search to the caller's program, or from a console to the programs of its user (auth.11).
   * `withConsole` adds the calls that the console itself made.
   */
  async programsOf(programId: number, withConsole: boolean): Promise<Pick<CallFilter, 'programs' | 'ownPrograms'>> {
    const found = await this.store.query<ProgramOfConsole>('gateway', PROGRAMS_OF_CONSOLE, [programId]);
    if (found.length === 0) return { programs: [programId], ownPrograms: [programId] };
    const shown = found.filter(({ isConsole }) => withConsole || !isConsole);
    const idsOf = (programs: readonly ProgramOfConsole[]): number[] => programs.map(({ id }) => id);
    return { programs: idsOf(shown), ownPrograms: idsOf(shown.filter(({ isOwn }) => isOwn)) };
  }

  private narrow<T extends SelectQueryBuilder<CallLogEntity>>(query: T, filter: CallFilter): T {
    const { programId, programs, ownPrograms, environment, agents, agentCode, keyPrefix, status, route, requestId, to } = filter;
    query.where('call.at >= :from', { from: this.firstInstant(filter) });
    if (to !== undefined) query.andWhere('call.at < :to', { to: parseInstant(to) });
    if (programId !== undefined) query.andWhere('call.program_id = :programId', { programId });
    if (programs !== undefined) query.andWhere('call.program_id = ANY (:programs)', { programs });
    if (ownPrograms !== undefined) query.andWhere('(call.agent_code IS NOT NULL OR call.program_id = ANY (:ownPrograms))', { ownPrograms });
    if (environment !== undefined) query.andWhere('call.environment = :environment', { environment });
    if (agents !== undefined) query.andWhere('(call.agent_code IS NULL OR call.agent_code = ANY (:agents))', { agents });
    if (agentCode !== undefined) query.andWhere('call.agent_code = :agentCode', { agentCode });
    if (keyPrefix !== undefined) query.andWhere('call.key_prefix = :keyPrefix', { keyPrefix });
    if (status !== undefined) query.andWhere('call.status BETWEEN :least AND :most', statusesOf(status));
    if (route !== undefined) query.andWhere('call.route LIKE :route', { route: startingWith(route) });
    if (requestId !== undefined)
      query.andWhere('call.at = :moment AND call.request_id = :requestId', { moment: momentOf(requestId), requestId });
    return query;
  }

  /** Returns the first moment of the search: some older calls are not deleted yet. */
  private firstInstant({ from }: CallFilter): Date {
    const kept = this.clock.now().getTime() - KEPT_MS;
    return new Date(Math.max(kept, (from === undefined ? null : parseInstant(from))?.getTime() ?? kept));
  }
}

function statusesOf(status: string): { least: number; most: number } {
  return { least: Number(status.replace('xx', '00')), most: Number(status.replace('xx', '99')) };
}
