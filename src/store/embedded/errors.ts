import { OperatorError } from '../../common/operator-error.js';

/** Reports why the embedded server cannot be used and what the operator can do. */
export class EmbeddedPostgresError extends OperatorError {}

/** Reports that another process owns the server of this DATA_DIR. */
export class DataDirInUseError extends EmbeddedPostgresError {
  constructor(home: string) {
    super(
      `Another process runs the database in ${home}. Stop it, set another DATA_DIR for this process, ` +
        'or let both use one Postgres server through DATABASE_URL.',
    );
  }
}
