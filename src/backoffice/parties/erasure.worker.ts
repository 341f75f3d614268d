import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import type { Job } from '../../jobs/job.js';
import { Scheduler } from '../../jobs/scheduler.js';
import type { Actor } from '../../record/applications/application.js';
import { SettingsService } from '../../record/settings/settings.service.js';
import { Store, type Transaction } from '../../store/store.js';
import { AuditService } from '../audit/audit.service.js';
import type { Patterns } from './erasure-part.js';
import { patternsOf } from './erasure-patterns.js';
import { addCounts, addOmitted, listCounts, stepsOf, type Counts } from './erasure-plan.js';
import { runPart } from './erasure-steps.js';
import { ErasureRepository, type RunningErasure } from './erasure.repository.js';

const INTERVAL_MS = 5_000;

/**
 * Does erasures part by part, each in one transaction with the place that it reached. A part belongs to the node whose transaction locks it.
 * Any node continues what another one left.
 */
@Injectable()
export class ErasureWorker {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(ErasureWorker.name);
  /** Id of the erasure that the last part belonged to. */
  private readonly patterns = new Map<Environment, { readonly partyId: number; readonly patterns: Patterns }>();

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly repository: ErasureRepository,
    private readonly settings: SettingsService,
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
      while (!signal.aborted && (await this.doPart(environment)));
    } catch (error) {
      throw new Error(faultOf(error));
    }
  }

  /** False when nothing is to be done. */
  private async doPart(environment: Environment): Promise<boolean> {
    const claimed: { partyId?: number } = {};
    try {
      const { insurer } = await this.settings.get(environment);
      return await this.store.transaction(environment, async (tx) => {
        const erasure = await this.repository.claim(tx, this.clock.now());
        if (erasure === null) return false;
        claimed.partyId = erasure.partyId;
        const patterns = this.patternsFor(environment, erasure, () => patternsOf(erasure.plan, erasure.afm, insurer));
        await this.advance(tx, environment, erasure, patterns);
        return true;
      });
    } catch (error) {
      const { partyId } = claimed;
      if (partyId === undefined) throw error;
      this.logger.warn(`A part of the erasure of party ${partyId} in ${environment} failed and is tried again: ${faultOf(error)}`);
      await this.repository.postpone(environment, partyId, faultOf(error), this.clock.now());
      return true;
    }
  }

  private async advance(tx: Transaction, environment: Environment, erasure: RunningErasure, patterns: Patterns): Promise<void> {
    const { partyId, afm, plan, requester, after, size } = erasure;
    const steps = stepsOf(plan.agents.length);
    const step = steps[erasure.step];
    if (step === undefined) throw new Error(`The erasure has no step ${erasure.step}`);
    const actor: Actor = { environment, at: new Date(plan.startedAt), ...requester.signature, keyPrefix: null, agentCode: null };
    const naming = this.repository.naming(tx, partyId);
    const outcome = await runPart({ tx, partyId, afm, plan, step, after, size, isTrial: false, naming, patterns, actor });
    const counts = addCounts(erasure.counts, outcome.changes);
    const omitted = addOmitted(erasure.omitted, outcome.omitted ?? {});
    const next = { ...erasure, counts, omitted, step: outcome.after === null ? erasure.step + 1 : erasure.step };
    if (next.step < steps.length) return this.repository.goOn(tx, next, outcome, this.clock.now());
    this.patterns.delete(environment);
    await this.repository.finish(tx, next, outcome, this.clock.now());
    // Who erased which id, and how much; nothing of what was erased.
    const details = { state: 'finished', ...totalsOf(counts) };
    await this.audit.record(tx, requester.actor, { action: 'erase', subject: 'party', id: partyId, environment, details });
  }

  /** They are the same for every part but the first ones, which still learn. */
  private patternsFor(environment: Environment, { partyId, step, plan }: RunningErasure, make: () => Patterns): Patterns {
    if (stepsOf(plan.agents.length)[step]?.kind === 'traits') return make();
    const known = this.patterns.get(environment);
    if (known?.partyId === partyId) return known.patterns;
    const patterns = make();
    this.patterns.set(environment, { partyId, patterns });
    return patterns;
  }
}

function totalsOf(counts: Counts): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { place, count } of listCounts(counts)) totals[place] = (totals[place] ?? 0) + count;
  return totals;
}

/** The database's code for it: what the server says may quote what it was working on. */
function faultOf(error: unknown): string {
  const cause = error instanceof DomainError ? (error.cause ?? error) : error;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? code : cause instanceof Error ? cause.name : 'unknown';
}
