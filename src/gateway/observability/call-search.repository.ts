import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import { parseInstant } from '../../common/athens.js';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { buildStartPattern } from '../../common/like-pattern.js';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../common/paging.js';
import { getMoment, isRequestId } from '../call/call.js';
import { CallLogEntity } from '../../store/entities/call-log.entity.js';
import { ApiKeyEntity } from '../../store/entities/program.entity.js';
import { Store } from '../../store/store.js';

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

const UNKNOWN_PREFIX = {
  el: 'Κανένα από τα κλειδιά δεν αρχίζει με αυτούς τους έξι χαρακτήρες.',
  en: 'None of the keys begins with these six characters.',
};
const NOT_FOUND = { el: 'Δεν βρέθηκε.', en: 'Not found.' };
const DAY_MS = 24 * 3_600_000;

export interface CallFilter {
  readonly programId?: number | undefined;
  readonly environment?: Environment | undefined;
  /** Restricts to calls for one of these agents, and calls without an agent. */
  readonly agents?: readonly string[];
  readonly agentCode?: string | undefined;
  readonly keyPrefix?: string | undefined;
  /** Restricts calls without an agent to those of these programs. */
  readonly ownPrograms?: readonly number[];
  readonly programs?: readonly number[];
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  /** Dates or instants (`parseInstant`). `from` is included, `to` is not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

@Injectable()
export class CallSearchRepository {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  search(filter: CallFilter, { start, limit }: PageWindow): Promise<Page<CallLogEntity>> {
    return this.store.readAnywhere('gateway', async ({ manager }) => {
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
      return { items, ...toCappedTotal(counted?.total ?? 0) };
    });
  }

  /** Returns a call with its exchange. @throws DomainError CHILD_NOT_FOUND */
  async get(filter: CallFilter & { readonly requestId: string }): Promise<CallLogEntity> {
    const found = isRequestId(filter.requestId)
      ? await this.store.readAnywhere('gateway', ({ manager }) =>
          this.narrow(manager.createQueryBuilder(CallLogEntity, 'call').addSelect('call.exchange'), filter).getOne(),
        )
      : null;
    if (found === null) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: NOT_FOUND });
    return found;
  }

  async programsOf(programId: number, withConsole: boolean): Promise<Pick<CallFilter, 'programs' | 'ownPrograms'>> {
    const found = await this.store.query<ProgramOfConsole>('gateway', PROGRAMS_OF_CONSOLE, [programId]);
    if (found.length === 0) return { programs: [programId], ownPrograms: [programId] };
    const shown = found.filter(({ isConsole }) => withConsole || !isConsole);
    const idsOf = (programs: readonly ProgramOfConsole[]): number[] => programs.map(({ id }) => id);
    return { programs: idsOf(shown), ownPrograms: idsOf(shown.filter(({ isOwn }) => isOwn)) };
  }

  /** @throws DomainError BAD_QUERY at `path` if no key of the programs, or of any program, has the prefix */
  async assertPrefix(path: string, { keyPrefix: prefix, programs }: CallFilter): Promise<void> {
    if (prefix === undefined) return;
    const where = { prefix, ...(programs && { programId: In([...programs]) }) };
    const isKnown = await this.store.readAnywhere('gateway', ({ manager }) => manager.existsBy(ApiKeyEntity, where));
    if (!isKnown) throw DomainError.ofViolations([{ path, code: ErrorCode.BAD_QUERY, text: UNKNOWN_PREFIX }]);
  }

  private narrow<T extends SelectQueryBuilder<CallLogEntity>>(query: T, filter: CallFilter): T {
    const { programId, programs, ownPrograms, environment, agents, agentCode, keyPrefix, status, errorCode, route, requestId, to } = filter;
    query.where('call.at >= :from', { from: this.getFirstInstant(filter) });
    if (to !== undefined) query.andWhere('call.at < :to', { to: parseInstant(to) });
    if (programId !== undefined) query.andWhere('call.program_id = :programId', { programId });
    if (programs !== undefined) query.andWhere('call.program_id = ANY (:programs)', { programs });
    if (ownPrograms !== undefined) query.andWhere('(call.agent_code IS NOT NULL OR call.program_id = ANY (:ownPrograms))', { ownPrograms });
    if (environment !== undefined) query.andWhere('call.environment = :environment', { environment });
    if (agents !== undefined) query.andWhere('(call.agent_code IS NULL OR call.agent_code = ANY (:agents))', { agents });
    if (agentCode !== undefined) query.andWhere('call.agent_code = :agentCode', { agentCode });
    if (keyPrefix !== undefined) query.andWhere('call.key_prefix = :keyPrefix', { keyPrefix });
    if (status !== undefined) query.andWhere('call.status BETWEEN :least AND :most', parseStatuses(status));
    if (errorCode !== undefined) query.andWhere('call.error_code = :errorCode', { errorCode });
    if (route !== undefined) query.andWhere('call.route LIKE :route', { route: buildStartPattern(route) });
    if (requestId !== undefined)
      query.andWhere('call.at = :moment AND call.request_id = :requestId', { moment: getMoment(requestId), requestId });
    return query;
  }

  /** Older calls may not be deleted yet. */
  private getFirstInstant({ from }: CallFilter): Date {
    const oldest = this.clock.now().getTime() - this.config.callLogDays * DAY_MS;
    return new Date(Math.max(oldest, (from === undefined ? null : parseInstant(from))?.getTime() ?? oldest));
  }
}

function parseStatuses(status: string): { least: number; most: number } {
  return { least: Number(status.replace('xx', '00')), most: Number(status.replace('xx', '99')) };
}
