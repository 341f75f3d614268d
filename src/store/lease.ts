/**
 * Leases: a row belongs to one node until the instant in a column of it, by the database's clock. A node that dies lets
 * its leases run out. Instants are of whole milliseconds, as a Date holds them.
 */

/** Condition that nobody has leased the row. */
export function isFree(column = 'leased_until', now = 'statement_timestamp()'): string {
  return `(${column} IS NULL OR ${column} <= ${now})`;
}

/** Instant at which a lease that begins now ends. */
export function leasedUntil(seconds: number): string {
  return `date_trunc('milliseconds', statement_timestamp()) + interval '${seconds} seconds'`;
}

export interface LeaseOfRows {
  readonly table: string;
  /** Primary key. */
  readonly key: string;
  readonly column?: string;
  /** Condition on rows with work to do. */
  readonly where: string;
  readonly orderBy: string;
  readonly most?: number;
  readonly now?: string;
  readonly until: string;
  readonly returning: string;
}

/** Builds the statement that leases the first free rows; rows that another transaction holds are left out. */
export function buildLease({ table, key, column = 'leased_until', where, orderBy, most = 1, now, until, returning }: LeaseOfRows): string {
  return `
  UPDATE ${table} SET ${column} = ${until}
  WHERE ${key} = ANY (ARRAY(
    SELECT ${key} FROM ${table} WHERE ${where} AND ${isFree(column, now)} ORDER BY ${orderBy} LIMIT ${most} FOR UPDATE SKIP LOCKED))
  RETURNING ${returning}`;
}
