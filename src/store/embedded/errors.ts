import { OperatorError } from '../../common/operator-error.js';

/** The embedded server cannot be used; the message says why and what the operator can do. */
export class EmbeddedPostgresError extends OperatorError {}

/** Another living process owns the server of this DATA_DIR. */
export class DataDirInUseError extends EmbeddedPostgresError {
  constructor(home: string) {
    super(
      `Another process runs the database in ${home}. Stop it, give this process a DATA_DIR of its own, ` +
        'or let both use one Postgres server through DATABASE_URL.',
    );
  }
}
