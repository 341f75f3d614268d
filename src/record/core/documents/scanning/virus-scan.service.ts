import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../../common/clock.js';
import type { Environment } from '../../../../common/environment.js';
import { Config } from '../../../../config/config.js';
import type { Job } from '../../../../jobs/job.js';
import { Scheduler } from '../../../../jobs/scheduler.js';
import { AgentClocks } from '../../../../store/agent-clocks.js';
import { ClockMovedError } from '../../../../store/clock-stamp.js';
import type { ScanState } from '../document.js';
import { DocumentRepository } from '../document.repository.js';
import { ClamdRefusal, scanStream, type ClamdAddress } from './clamd.js';
import { ScanRepository, type PendingScan } from './scan.repository.js';

/** EICAR's harmless test file, in two parts, so that no scanner finds it in this file. */
const TEST_VIRUS = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR` + '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const TEST_VIRUS_NAME = 'Eicar-Test-Signature';
const MAX_TEST_VIRUS_BYTES = 128;

const INTERVAL_MS = 5_000;
/** Longer than a scan can take. */
const CLAIM_MS = 5 * 60_000;
const RETRY_AFTER_MS = 10 * 60_000;
const PART_BYTES = 256 * 1024;

/** Uploads wait while the scanner (CLAMD_HOST) is unavailable. */
@Injectable()
export class VirusScanService {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(VirusScanService.name);
  private readonly clamd: ClamdAddress | null;

  constructor(
    scheduler: Scheduler,
    config: Config,
    private readonly repository: ScanRepository,
    private readonly documents: DocumentRepository,
    private readonly clock: Clock,
    private readonly agentClocks: AgentClocks,
  ) {
    this.job = scheduler.add({
      name: 'scan uploads',
      everyMs: INTERVAL_MS,
      places: config.environments.filter((environment) => config.clamd !== null || environment === 'sandbox'),
      pass: (environment, { signal }) => this.scanAll(environment, signal),
    });
    this.clamd = config.clamd;
  }

  /** Returns clean without a scanner, except for the test virus in the sandbox. */
  getFirstState(environment: Environment, content: Buffer): Exclude<ScanState, 'infected'> {
    const isScanned = this.clamd !== null || (environment === 'sandbox' && isTestVirus(content));
    return isScanned ? 'pending' : 'clean';
  }

  private async scanAll(environment: Environment, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.clock.now();
      const pending = await this.repository.claim(environment, now, after(now, CLAIM_MS));
      if (pending === null) return;
      try {
        await this.scan(environment, pending);
      } catch (error) {
        // Other documents do not wait for this one.
        const waitMs = error instanceof ClamdRefusal ? RETRY_AFTER_MS : error instanceof ClockMovedError ? INTERVAL_MS : null;
        await this.repository.postpone(environment, pending.id, after(now, waitMs ?? 0));
        if (waitMs === null) throw error;
        if (error instanceof ClamdRefusal)
          this.logger.error(
            `Document ${pending.id} of ${environment} could not be scanned, and is scanned again in ten minutes: ${error.message}`,
          );
      }
    }
  }

  private async scan(environment: Environment, pending: PendingScan): Promise<void> {
    const found = await this.findVirus(environment, pending);
    if (found === null) return this.repository.saveClean(environment, pending.id);
    const context = await this.agentClocks.applyClock({ environment, at: this.clock.now() }, pending.agentCode);
    await this.repository.saveInfected(context, pending, found);
  }

  private async findVirus(environment: Environment, pending: PendingScan): Promise<string | null> {
    if (environment === 'sandbox' && (await this.isTestVirus(pending))) return TEST_VIRUS_NAME;
    return this.clamd === null ? null : scanStream(this.clamd, this.getContent(environment, pending));
  }

  private async isTestVirus({ id, size }: PendingScan): Promise<boolean> {
    const content = size > MAX_TEST_VIRUS_BYTES ? null : await this.documents.readContent('sandbox', id, 0, size);
    return content !== null && isTestVirus(content);
  }

  private async *getContent(environment: Environment, { id, size }: PendingScan): AsyncGenerator<Buffer, void> {
    for (let offset = 0; offset < size; offset += PART_BYTES) {
      const part = await this.documents.readContent(environment, id, offset, PART_BYTES);
      // The document was deleted meanwhile.
      if (part === null) return;
      yield part;
    }
  }
}

function isTestVirus(content: Buffer): boolean {
  return content.length <= MAX_TEST_VIRUS_BYTES && content.toString('latin1').trimEnd() === TEST_VIRUS;
}

function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
