import { Logger } from '@nestjs/common';
import { AbstractLogger } from 'typeorm';

/** Logs failed migrations only: other errors are thrown, and statements contain personal data. */
export class OrmLogger extends AbstractLogger {
  override logMigration(message: string): void {
    new Logger('Store').error(message);
  }

  protected override writeLog(): void {
    // Deliberately silent.
  }
}
