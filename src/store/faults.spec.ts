import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { isConflict, isSchemaFault, isStalePlan, isUnavailable, isUniqueViolation, isConnectionUsable, toStoreError } from './faults.js';

function fault(fields: { code?: string; constraint?: string; severity?: string; syscall?: string; message?: string }): Error {
  return Object.assign(new Error(fields.message ?? 'fault'), fields);
}

const GONE = [
  ...['08000', '08003', '08006', '08P01', '53300', '53100', '57P01', '57P02', '57P03', '57P05', '57014', '25P03', '25006'].map((code) =>
    fault({ code }),
  ),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].map((code) => fault({ code })),
  fault({ code: 'ENOENT', syscall: 'connect' }),
  ...[
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ].map((message) => fault({ message })),
  fault({ code: '55000', severity: 'FATAL', message: 'database "x" is not currently accepting connections' }),
  fault({ code: '28P01', severity: 'FATAL', message: 'password authentication failed' }),
  fault({ code: 'XX000', severity: 'PANIC' }),
];

const OTHER = [
  ...['23505', '23503', '23514', '42601', '42P01', '40001', '40P01', '55P03', '22P02', '57000', '28P01'].map((code) => fault({ code })),
  fault({ code: '55000', severity: 'ERROR' }),
  fault({ code: 'ENOENT', syscall: 'open' }),
  fault({ message: 'the Connection terminated' }),
  new TypeError('x is not a function'),
];

const getName = (error: Error & { code?: string }): string => `${error.code ?? ''} ${error.message}`;

describe('toStoreError', () => {
  it.each(GONE.map((error) => [getName(error), error] as const))('maps %s to UNAVAILABLE and keeps the cause', (_, error) => {
    const result = toStoreError(error) as DomainError;
    expect(result).toBeInstanceOf(DomainError);
    expect(result.code).toBe(ErrorCode.UNAVAILABLE);
    expect(result.cause).toBe(error);
  });

  it.each(OTHER.map((error) => [getName(error), error] as const))('passes %s unchanged', (_, error) => {
    expect(toStoreError(error)).toBe(error);
  });

  it('passes a value that is not an error unchanged', () => {
    expect(toStoreError('Connection')).toBe('Connection');
    expect(toStoreError(undefined)).toBe(undefined);
  });

  it('excludes a refusal to connect from the errors that a start waits for', () => {
    expect(isUnavailable(fault({ code: '28P01', severity: 'FATAL' }))).toBe(false);
    expect(isUnavailable(fault({ code: '57P03', severity: 'FATAL' }))).toBe(true);
  });

  it('looks into the errors of TypeORM', () => {
    expect(isUnavailable(Object.assign(new Error('wrapped'), { driverError: fault({ code: '57P01' }) }))).toBe(true);
  });
});

describe('isUniqueViolation', () => {
  const violation = fault({ code: '23505', constraint: 'party_afm_key' });

  it('returns true for the named constraint', () => {
    expect(isUniqueViolation(violation, 'party_afm_key')).toBe(true);
    expect(isUniqueViolation(violation)).toBe(true);
    expect(isUniqueViolation(Object.assign(new Error('wrapped'), { driverError: violation }), 'party_afm_key')).toBe(true);
  });

  it('returns false for every other fault', () => {
    expect(isUniqueViolation(violation, 'party_amka_key')).toBe(false);
    expect(isUniqueViolation(fault({ code: '23503', constraint: 'party_afm_key' }), 'party_afm_key')).toBe(false);
    expect(isUniqueViolation(new Error('23505'))).toBe(false);
    expect(isUniqueViolation(null)).toBe(false);
  });
});

describe('the handling of a database fault', () => {
  it('repeats the work only after a serialization failure or a deadlock', () => {
    expect([fault({ code: '40001' }), fault({ code: '40P01' })].every(isConflict)).toBe(true);
    expect(GONE.some(isConflict) || isConflict(fault({ code: '23505' }))).toBe(false);
  });

  it('keeps a connection only after an error about a statement', () => {
    expect(isConnectionUsable(fault({ code: '23505', severity: 'ERROR' }))).toBe(true);
    expect(isConnectionUsable(fault({ code: '57P01', severity: 'FATAL' }))).toBe(false);
    expect(isConnectionUsable(fault({ message: 'Query read timeout' }))).toBe(false);
  });

  it('keeps a connection with a stale plan or without a prepared statement', () => {
    const stale = fault({ code: '0A000', severity: 'ERROR', message: 'cached plan must not change result type' });
    for (const error of [stale, fault({ code: '26000', severity: 'ERROR' }), fault({ code: '42P05', severity: 'ERROR' })]) {
      expect([isStalePlan(error), isConnectionUsable(error), isSchemaFault(error)]).toEqual([true, true, false]);
      expect(toStoreError(error)).toMatchObject({ code: ErrorCode.UNAVAILABLE });
    }
    expect(isStalePlan(fault({ code: '0A000', severity: 'ERROR', message: 'not supported' }))).toBe(false);
  });
});
