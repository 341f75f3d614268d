import { OperatorError } from '../../common/operator-error.js';

export class EmbeddedPostgresError extends OperatorError {}

export class DataDirInUseError extends EmbeddedPostgresError {
  constructor(home: string) {
    super(
      `Another process runs the database in ${home}. Stop it, set another DATA_DIR for this process, ` +
        'or let both use one Postgres server through DATABASE_URL.',
    );
  }
}
