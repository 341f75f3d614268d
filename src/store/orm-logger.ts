import { Logger } from '@nestjs/common';
import { AbstractLogger } from 'typeorm';

/** TypeORM says in our log which migration failed, and nothing else: errors are thrown, and statements hold personal data. */
export class OrmLogger extends AbstractLogger {
  override logMigration(message: string): void {
    new Logger('Store').error(message);
  }

  protected override writeLog(): void {
    // Deliberately silent.
  }
}
