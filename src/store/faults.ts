import { types } from 'node:util';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';

/** Fields that the driver and the server put on their errors. */
interface DatabaseFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly severity?: string;
  readonly syscall?: string;
  readonly message: string;
}

// Connection errors (08), insufficient resources (53), a shutdown or cancelled statement (57), an idle transaction
// that was ended, a server that is read-only for now (a standby after a failover).
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|57014|25P03|25006)$/;
const NETWORK_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN ENOTFOUND EAI_AGAIN'.split(' '),
);
// Errors of the driver have no code.
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const CONFLICT_STATES = new Set(['40001', '40P01']);
const FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const UNMET_DEMAND = 'IG001';
// A missing table, column or function, one of another type, or a violated constraint that the program always respects.
const SCHEMA_STATES = /^(42...|23502|23514)$/;
const STALE_PLAN = { code: '0A000', message: 'cached plan must not change result type' };

/** Whether the database is gone, unreachable, overloaded or too slow. */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = faultOf(error);
  if (code === undefined) return DRIVER_MESSAGES.test(message);
  return UNAVAILABLE_STATES.test(code) || NETWORK_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/**
 * Maps an outage or a refused session to UNAVAILABLE, and a write for an agent that the environment lacks to
 * AGENT_CODE_REFUSED (auth.3). Returns every other error unchanged.
 */
export function toStoreError(error: unknown): unknown {
  const { code, constraint } = faultOf(error);
  if (code === FOREIGN_KEY_VIOLATION && constraint?.endsWith('_agent_code_fkey'))
    return new DomainError(ErrorCode.AGENT_CODE_REFUSED, { cause: error });
  return isUnavailable(error) || endsSession(error) ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error }) : error;
}

/** Whether transactions conflicted, so that the work may succeed when it is repeated from the start. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_STATES.has(faultOf(error).code ?? '');
}

/** Whether a statement was not run because an earlier one of its transaction had failed. */
export function isNotRun(error: unknown): boolean {
  return faultOf(error).code === FAILED_TRANSACTION;
}

/** Whether the error violates this unique constraint, or any without a name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const fault = faultOf(error);
  return fault.code === UNIQUE_VIOLATION && (constraint === undefined || fault.constraint === constraint);
}

/** Whether the function `demand` of the database found this condition false. */
export function isUnmet(error: unknown, what: string): boolean {
  const { code, message } = faultOf(error);
  return code === UNMET_DEMAND && message === what;
}

/** Whether the error suggests a schema of another program version. */
export function isSchemaFault(error: unknown): boolean {
  return SCHEMA_STATES.test(faultOf(error).code ?? '');
}

/** Whether a migration of another node changed the table of a prepared statement, which must be prepared again. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = faultOf(error);
  return code === STALE_PLAN.code && message === STALE_PLAN.message;
}

/**
 * Whether the server refused or ended the session: a database closed for maintenance, dropped or renamed, a changed
 * password. For a caller this is an outage. At the start the operator must act, so `isUnavailable` excludes it.
 */
function endsSession(error: unknown): boolean {
  return ['FATAL', 'PANIC'].includes(faultOf(error).severity ?? '');
}

/** Whether the connection can still be used, because the server only reported an error of a statement. */
export function leavesConnectionUsable(error: unknown): boolean {
  return faultOf(error).severity === 'ERROR' && !isStalePlan(error);
}

// TypeORM wraps the errors of the driver.
function faultOf(error: unknown): DatabaseFault {
  if (!types.isNativeError(error)) return { message: String(error) };
  const { driverError } = error as { driverError?: unknown };
  return types.isNativeError(driverError) ? driverError : error;
}
