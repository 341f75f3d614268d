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

// Connection faults (08), insufficient resources (53), the server going away or cancelling a statement (57), an idle
// transaction ended, a server that takes no writes for now (a standby after a failover).
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|57014|25P03|25006)$/;
const NETWORK_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN ENOTFOUND EAI_AGAIN'.split(' '),
);
// The driver's own errors carry no code.
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const CONFLICT_STATES = new Set(['40001', '40P01']);
const FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const UNMET_DEMAND = 'IG001';
// A table, column or function that is not there or of another type; a value missing or refused that the program never
// sends otherwise.
const SCHEMA_STATES = /^(42...|23502|23514)$/;
const STALE_PLAN = { code: '0A000', message: 'cached plan must not change result type' };

/** The database is not available now: gone, unreachable, overloaded or too slow. */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = faultOf(error);
  if (code === undefined) return DRIVER_MESSAGES.test(message);
  return UNAVAILABLE_STATES.test(code) || NETWORK_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/**
 * UNAVAILABLE when the database is not available or refuses sessions, AGENT_CODE_REFUSED when what is written is of an
 * agent that the environment does not have (auth.3), every other error unchanged.
 */
export function toStoreError(error: unknown): unknown {
  const { code, constraint } = faultOf(error);
  if (code === FOREIGN_KEY_VIOLATION && constraint?.endsWith('_agent_code_fkey'))
    return new DomainError(ErrorCode.AGENT_CODE_REFUSED, { cause: error });
  return isUnavailable(error) || endsSession(error) ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error }) : error;
}

/** Two transactions in each other's way: the same work may succeed when it is done again from the start. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_STATES.has(faultOf(error).code ?? '');
}

/** Whether a statement was not run because an earlier one of its transaction had failed. */
export function isNotRun(error: unknown): boolean {
  return faultOf(error).code === FAILED_TRANSACTION;
}

/** Whether the error is the violation of this unique constraint (of any, without a name). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const fault = faultOf(error);
  return fault.code === UNIQUE_VIOLATION && (constraint === undefined || fault.constraint === constraint);
}

/** Whether a statement demanded this (`demand`, in the database), and it was not so. */
export function isUnmet(error: unknown, what: string): boolean {
  const { code, message } = faultOf(error);
  return code === UNMET_DEMAND && message === what;
}

/** An error that a schema gives which is not the one the program was made for. */
export function isSchemaFault(error: unknown): boolean {
  return SCHEMA_STATES.test(faultOf(error).code ?? '');
}

/** A prepared statement whose table changed since (a migration run by another node): prepared again it works. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = faultOf(error);
  return code === STALE_PLAN.code && message === STALE_PLAN.message;
}

/**
 * The server refused the session or ended it, whatever its reason: a database closed for maintenance, dropped or
 * renamed, a password changed. At the start of the process the operator must correct it, so `isUnavailable` does not
 * wait for it; to a caller of a running one it is an outage.
 */
function endsSession(error: unknown): boolean {
  return ['FATAL', 'PANIC'].includes(faultOf(error).severity ?? '');
}

/** Whether the connection may be used further: only after an error that the server reported about a statement. */
export function leavesConnectionUsable(error: unknown): boolean {
  return faultOf(error).severity === 'ERROR' && !isStalePlan(error);
}

// TypeORM wraps the driver's error.
function faultOf(error: unknown): DatabaseFault {
  if (!types.isNativeError(error)) return { message: String(error) };
  const { driverError } = error as { driverError?: unknown };
  return types.isNativeError(driverError) ? driverError : error;
}
