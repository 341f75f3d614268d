import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { ClockMovedError } from '../../../store/clock-stamp.js';
import { isUniqueViolation } from '../../../store/store.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import type { Actor } from '../../core/applications/application.js';
import { VersionChanged } from '../../core/applications/application.repository.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { RunningContracts, type RunningContract } from '../amendments/running-contract.service.js';
import { AmendmentRunCalculator, buildRefusedOutcome } from './amendment-run-calculator.service.js';
import { AmendmentRunWriter } from './amendment-run-writer.service.js';
import type { LeasedRun, RunOutcome } from './amendment-run.js';
import { AmendmentRunRepository, PolicyTakenError } from './amendment-run.repository.js';

/** Policies under way at a time. More would wait for the same accounts and take connections from calls. */
const AT_ONCE = 4;
const MAX_ATTEMPTS = 3;
const OVERTAKEN = new DomainError(ErrorCode.CHANGED_MEANWHILE);

interface Batch {
  readonly run: LeasedRun;
  readonly context: { readonly environment: Environment; readonly at: Date };
  readonly actors: Map<string, Promise<Actor>>;
}

interface ClaimedPolicy {
  readonly contract: RunningContract;
  readonly amendmentId: number;
}

/** Each policy is amended in one transaction, once (amendments.30). */
@Injectable()
export class AmendmentRunService {
  private readonly logger = new Logger(AmendmentRunService.name);

  constructor(
    private readonly repository: AmendmentRunRepository,
    private readonly amendments: AmendmentRepository,
    private readonly applications: ApplicationService,
    private readonly contracts: RunningContracts,
    private readonly writer: AmendmentRunWriter,
    private readonly calculator: AmendmentRunCalculator,
  ) {}

  /** Policies that fail for a while keep waiting. */
  async handle(environment: Environment, at: Date, run: LeasedRun, ids: readonly number[]): Promise<void> {
    const batch: Batch = { run, context: { environment, at }, actors: new Map() };
    const policies = await this.applications.listAnyApplications(environment, ids);
    const contracts = await this.contracts.loadMany(environment, policies);
    if (run.state === 'RUNNING') {
      const claimed = await this.amendments.claimIds(environment, contracts.length);
      const items = contracts.map((contract, index) => ({ contract, amendmentId: claimed[index] ?? 0 }));
      await runAtOnce(items, (item) => this.amend(batch, item));
    } else {
      const outcomes: RunOutcome[] = [];
      for (const contract of contracts) outcomes.push(await this.calculate(batch, contract));
      await this.repository.saveCalculated(environment, run.id, outcomes);
    }
  }

  private async calculate(batch: Batch, contract: RunningContract): Promise<RunOutcome> {
    try {
      const by = await this.getActor(batch, contract);
      return (await this.calculator.calculate(batch.run, contract, by)).outcome;
    } catch (error) {
      return this.refuse(batch, contract, error);
    }
  }

  private async amend(batch: Batch, item: ClaimedPolicy): Promise<void> {
    const { run } = batch;
    try {
      await this.amendLatest(batch, item);
    } catch (error) {
      if (error instanceof PolicyTakenError || error instanceof ClockMovedError) return;
      const outcome = this.refuse(batch, item.contract, error);
      await this.writer.refuse(batch.context.environment, run.id, outcome).catch(ignoreTaken);
    }
  }

  private async amendLatest(batch: Batch, { contract: loaded, amendmentId }: ClaimedPolicy): Promise<void> {
    const { run, context } = batch;
    let contract: RunningContract | undefined = loaded;
    for (let attempt = 1; contract; attempt += 1) {
      const by = await this.getActor(batch, contract);
      const { outcome, read } = await this.calculator.calculate(run, contract, by);
      try {
        return await this.writer.write(by, { runId: run.id, amendmentId, outcome }, read);
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        if (attempt === MAX_ATTEMPTS) throw OVERTAKEN;
      }
      const policies = await this.applications.listAnyApplications(context.environment, [contract.policy.id]);
      [contract] = await this.contracts.loadMany(context.environment, policies);
    }
  }

  private refuse({ run, context }: Batch, { policy }: RunningContract, error: unknown): RunOutcome {
    if (error instanceof DomainError && error.code === ErrorCode.UNAVAILABLE) throw error;
    if (error instanceof DomainError) return buildRefusedOutcome(policy.id, error);
    this.logger.error(`Amendment run ${run.id} in ${context.environment} failed for policy ${policy.id}: ${String(error)}`);
    return buildRefusedOutcome(policy.id, new DomainError(ErrorCode.INTERNAL));
  }

  private getActor({ run, context, actors }: Batch, { policy: { agentCode } }: RunningContract): Promise<Actor> {
    const known = actors.get(agentCode) ?? this.calculator.toActor(run, context, agentCode);
    actors.set(agentCode, known);
    return known;
  }
}

async function runAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const item of left) await work(item);
  });
  await Promise.all(workers);
}

function isOvertaken(error: unknown): boolean {
  return error instanceof VersionChanged || isUniqueViolation(error, 'amendment_application_id_amendment_no_key');
}

function ignoreTaken(error: unknown): void {
  if (!(error instanceof PolicyTakenError)) throw error;
}
