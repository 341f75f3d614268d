import { OperatorError } from '../common/operator-error.js';

/** Reports why the database cannot be used. */
export class DatabaseSetupError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseSetupError';
  }
}
