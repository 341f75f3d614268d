import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import type { Actor } from '../../../record/core/applications/application.js';
import { saveErasure } from '../../../record/core/applications/application.repository.js';
import { Store, type Transaction } from '../../../store/store.js';
import { AuditService } from '../../access/audit/audit.service.js';
import { addCounts, sumByPlace } from './erasure-counts.js';
import { ErasureRepository, type RunningErasure } from './erasure.repository.js';
import { ALL_VERSIONS, PersonDataRepository } from './person-data.repository.js';

const INTERVAL_MS = 5_000;

/** Each transaction saves the progress, so any node can continue. */
@Injectable()
export class ErasureWorker {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(ErasureWorker.name);

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly repository: ErasureRepository,
    private readonly data: PersonDataRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'erase persons',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.eraseAll(environment, signal),
    });
  }

  private async eraseAll(environment: Environment, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await this.eraseNextPart(environment)));
    } catch (error) {
      throw new Error(getFaultCode(error));
    }
  }

  private async eraseNextPart(environment: Environment): Promise<boolean> {
    const claimed: { partyId?: number } = {};
    try {
      return await this.store.transaction(environment, async (tx) => {
        const erasure = await this.repository.claim(tx, this.clock.now());
        if (erasure === null) return false;
        claimed.partyId = erasure.partyId;
        await this.erasePart(tx, environment, erasure);
        return true;
      });
    } catch (error) {
      const { partyId } = claimed;
      if (partyId === undefined) throw error;
      this.logger.warn(`A part of the erasure of party ${partyId} in ${environment} failed and will be retried: ${getFaultCode(error)}`);
      await this.repository.postpone(environment, partyId, getFaultCode(error), this.clock.now());
      return true;
    }
  }

  private async erasePart(tx: Transaction, environment: Environment, erasure: RunningErasure): Promise<void> {
    const { partyId, afm, requester, startedAt, after, afterVersion, size } = erasure;
    const part = await this.repository.findPart(tx, erasure);
    const [first] = part;
    if (first === undefined) return this.finish(tx, environment, erasure);
    const ids = part.map(({ id }) => id);
    // A single application can have more states than a part.
    const isSplit = first.version - afterVersion > size;
    const versions = { above: afterVersion, upTo: isSplit ? afterVersion + size : ALL_VERSIONS.upTo };
    let counts = addCounts(erasure.counts, await this.data.countFormerStates(tx, afm, part, versions));
    if (!isSplit) counts = addCounts(counts, await this.data.countApplications(tx, part, startedAt));
    await this.data.eraseFormerStates(tx, partyId, ids, versions);
    if (isSplit)
      return this.repository.advance(tx, partyId, { after, afterVersion: versions.upTo, states: size, counts }, this.clock.now());
    await this.data.eraseApplications(tx, partyId, ids, startedAt);
    const actor: Actor = { environment, at: startedAt, ...requester.signature, keyPrefix: null, agentCode: null };
    const named = part.filter(({ isNamed }) => isNamed);
    await saveErasure(tx, actor, named);
    const states = part.reduce((sum, { version }) => sum + version, -afterVersion);
    await this.repository.advance(tx, partyId, { after: ids.at(-1) ?? after, afterVersion: 0, states, counts }, this.clock.now());
  }

  private async finish(tx: Transaction, environment: Environment, { partyId, requester, counts }: RunningErasure): Promise<void> {
    await this.repository.finish(tx, partyId, this.clock.now());
    // The audit record must not contain data of the person.
    const details = { state: 'finished', ...sumByPlace(counts) };
    await this.audit.record(tx, requester.actor, { action: 'erase', subject: 'party', id: partyId, environment, details });
  }
}

/** Leaves out the message, which may quote personal data. */
function getFaultCode(error: unknown): string {
  const cause = error instanceof DomainError ? (error.cause ?? error) : error;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? code : cause instanceof Error ? cause.name : 'unknown';
}
