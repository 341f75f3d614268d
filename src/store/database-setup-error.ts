import { OperatorError } from '../common/operator-error.js';

/** The database cannot be used; the message says why. */
export class DatabaseSetupError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseSetupError';
  }
}
