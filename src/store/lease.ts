/** A lease gives a row to one node until the time in its column, in whole milliseconds of the database's clock. */

export function buildFreeCondition(column = 'leased_until', now = 'statement_timestamp()'): string {
  return `(${column} IS NULL OR ${column} <= ${now})`;
}

export function buildLeaseEnd(seconds: number): string {
  return `date_trunc('milliseconds', statement_timestamp()) + interval '${seconds} seconds'`;
}

export interface LeaseOfRows {
  readonly table: string;
  readonly key: string;
  readonly column?: string;
  readonly where: string;
  readonly orderBy: string;
  readonly limit?: number;
  readonly now?: string;
  readonly until: string;
  readonly returning: string;
}

export function buildLease({ table, key, column = 'leased_until', where, orderBy, limit = 1, now, until, returning }: LeaseOfRows): string {
  return `
  UPDATE ${table} SET ${column} = ${until}
  WHERE ${key} = ANY (ARRAY(
    SELECT ${key} FROM ${table} WHERE ${where} AND ${buildFreeCondition(column, now)} ORDER BY ${orderBy} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
  RETURNING ${returning}`;
}
