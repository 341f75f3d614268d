import { Logger } from '@nestjs/common';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { isSchemaFault, isUnavailable } from './faults.js';
import { readFits, findFitProblem, type RunStatement } from './schema-fit.js';
import type { Schema } from './schema.js';

const CHECK_EVERY_MS = 2_000;

/** Nothing is read or written until the schemas fit again. */
export class SchemaWatch {
  private readonly logger = new Logger('Store');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private reason: string | null = null;

  constructor(
    private readonly run: RunStatement,
    private readonly schemas: readonly Schema[],
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  assertFits(): void {
    if (this.reason !== null) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(this.reason) });
  }

  get fits(): boolean {
    return this.reason === null;
  }

  /** Returns UNAVAILABLE instead of a missing column, if the schemas no longer fit; other errors unchanged. */
  async explain(error: unknown): Promise<unknown> {
    if (!isSchemaFault(error)) return error;
    await this.check();
    return this.reason === null ? error : new DomainError(ErrorCode.UNAVAILABLE, { cause: error });
  }

  close(): void {
    clearInterval(this.timer);
  }

  private check(): Promise<void> {
    return (this.running ??= this.compare().finally(() => (this.running = null)));
  }

  private async compare(): Promise<void> {
    try {
      this.setReason(findFitProblem(await readFits(this.run, this.schemas)));
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof DomainError))
        this.logger.warn(`The migrations could not be checked: ${String(error)}`);
    }
  }

  private setReason(reason: string | null): void {
    if (reason === this.reason) return;
    this.reason = reason;
    if (reason === null) this.logger.log('The database fits this program again');
    else this.logger.error(`${reason} Calls that need the database are refused until it fits.`);
  }
}
