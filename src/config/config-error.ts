import { OperatorError } from '../common/operator-error.js';

export class ConfigError extends OperatorError {}
