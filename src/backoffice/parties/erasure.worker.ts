import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
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
 * Does erasures part by part, each part in a transaction of its own with the place that it reached. Any number of nodes may do so: a part belongs to
 * the node whose transaction holds it. What a node left when it ended goes on at the next start, or on another one.
 */
@Injectable()
export class ErasureWorker extends PeriodicWork<Environment> {
  private readonly logger = new Logger(ErasureWorker.name);
  /** Those that were asked to look again while they were busy. */
  private readonly asked = new Set<Environment>();
  /** Id of the erasure that the last part belonged to. */
  private readonly patterns = new Map<Environment, { readonly partyId: number; readonly patterns: Patterns }>();

  constructor(
    config: Config,
    private readonly store: Store,
    private readonly repository: ErasureRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  /** Goes on with what there is, now. */
  override hurry(environment: Environment): void {
    this.asked.add(environment);
    super.hurry(environment);
  }

  protected async pass(environment: Environment): Promise<void> {
    while (this.asked.delete(environment)) while (!this.isClosing && (await this.doPart(environment)));
  }

  protected noteFailure(environment: Environment, _reason: string, error: unknown): void {
    this.logger.warn(`Erasures of ${environment} wait: ${faultOf(error)}`);
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
      this.logger.warn(`A part of the erasure of party ${partyId} in ${environment} failed: ${faultOf(error)}`);
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
