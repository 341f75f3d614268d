import { Logger } from '@nestjs/common';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { isSchemaFault, isUnavailable } from './faults.js';
import { readFits, reasonAgainstFits, type RunStatement } from './schema-fit.js';
import type { Schema } from './schema.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Notices within two seconds that another program migrated the schemas, or that they were restored, so that this one no
 * longer fits: then nothing is read or written until it does.
 */
export class SchemaWatch {
  private readonly logger = new Logger('Store');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private reason: string | null = null;

  constructor(
    private readonly run: RunStatement,
    private readonly schemas: readonly Schema[],
  ) {}

  /** Once the pool is open that it reads through. */
  start(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** @throws DomainError UNAVAILABLE when the program and the schemas do not fit */
  require(): void {
    if (this.reason !== null) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(this.reason) });
  }

  get fits(): boolean {
    return this.reason === null;
  }

  /** What to say instead of an error of a statement: one that misses a column may be the first sign that the schema is another. */
  async explain(error: unknown): Promise<unknown> {
    if (!isSchemaFault(error)) return error;
    await this.look();
    return this.reason === null ? error : new DomainError(ErrorCode.UNAVAILABLE, { cause: error });
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): Promise<void> {
    return (this.running ??= this.compare().finally(() => (this.running = null)));
  }

  private async compare(): Promise<void> {
    try {
      this.note(reasonAgainstFits(await readFits(this.run, this.schemas)));
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof DomainError)) this.logger.warn(`Cannot look at the migrations: ${String(error)}`);
    }
  }

  private note(reason: string | null): void {
    if (reason === this.reason) return;
    this.reason = reason;
    if (reason === null) this.logger.log('The database fits this program again');
    else this.logger.error(`${reason} Until then every call that needs the database is refused.`);
  }
}
