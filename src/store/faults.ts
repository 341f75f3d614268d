import { types } from 'node:util';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';

interface DatabaseFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly severity?: string;
  readonly syscall?: string;
  readonly message: string;
}

// Connection errors, lack of resources, shutdown, cancelled statement, ended idle transaction, read-only server.
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|57014|25P03|25006)$/;
const NETWORK_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN ENOTFOUND EAI_AGAIN'.split(' '),
);
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const READ_ONLY = '25006';
const CONFLICT_STATES = new Set(['40001', '40P01']);
const FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const UNMET_DEMAND = 'IG001';
// A missing table, column or function, one of another type, or a violated constraint that the program always respects.
const SCHEMA_STATES = /^(42...|23502|23514)$/;
const STALE_PLAN = { code: '0A000', message: 'cached plan must not change result type' };
// The prepared statement does not exist, or exists already: a pooler gave the client the session of another one.
const EXCHANGED_STATEMENT_STATES = new Set(['26000', '42P05']);

export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = getFault(error);
  if (code === undefined) return DRIVER_MESSAGES.test(message);
  return UNAVAILABLE_STATES.test(code) || NETWORK_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/** Makes an outage, or a statement to repeat, UNAVAILABLE and an unknown agent AGENT_CODE_REFUSED (auth.3). */
export function toStoreError(error: unknown): unknown {
  const { code, constraint } = getFault(error);
  if (code === FOREIGN_KEY_VIOLATION && constraint?.endsWith('_agent_code_fkey'))
    return new DomainError(ErrorCode.AGENT_CODE_REFUSED, { cause: error });
  return isUnavailable(error) || endsSession(error) || isStalePlan(error)
    ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error })
    : error;
}

/** Whether transactions conflicted, so that the work may succeed when it is repeated from the start. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_STATES.has(getFault(error).code ?? '');
}

export function isNotRun(error: unknown): boolean {
  return getFault(error).code === FAILED_TRANSACTION;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const fault = getFault(error);
  return fault.code === UNIQUE_VIOLATION && (constraint === undefined || fault.constraint === constraint);
}

/** Whether the function `demand` of the database found this condition false. */
export function isFailedDemand(error: unknown, what: string): boolean {
  const { code, message } = getFault(error);
  return code === UNMET_DEMAND && message === what;
}

export function isSchemaFault(error: unknown): boolean {
  return SCHEMA_STATES.test(getFault(error).code ?? '') && !isStalePlan(error);
}

/** Whether a migration changed the table of the statement, or the session of a pooler lacks it. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = getFault(error);
  return EXCHANGED_STATEMENT_STATES.has(code ?? '') || (code === STALE_PLAN.code && message === STALE_PLAN.message);
}

function endsSession(error: unknown): boolean {
  return ['FATAL', 'PANIC'].includes(getFault(error).severity ?? '');
}

export function isReadOnlyServer(error: unknown): boolean {
  return getFault(error).code === READ_ONLY;
}

/** Whether the server only reported an error of a statement. */
export function isConnectionUsable(error: unknown): boolean {
  return getFault(error).severity === 'ERROR';
}

// TypeORM wraps the errors of the driver.
function getFault(error: unknown): DatabaseFault {
  if (!types.isNativeError(error)) return { message: String(error) };
  const { driverError } = error as { driverError?: unknown };
  return types.isNativeError(driverError) ? driverError : error;
}
