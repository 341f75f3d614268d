/** SQL of what identifies a database on the servers of one cluster, and differs from every other database. */
export const DATABASE_IDENTITY = `(SELECT system_identifier FROM pg_control_system()) || ' ' || current_database()`;

/** Places of two timelines or clusters cannot be compared. */
export interface LogPosition {
  readonly database: string;
  readonly lsn: string;
  readonly timeline: number;
}

/** Without synchronous commits, a commit is acknowledged before it is flushed. */
const READ_POSITION = `
  SELECT ${DATABASE_IDENTITY} AS database, lsn, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer AS timeline
  FROM (SELECT CASE WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn
        WHERE NOT pg_is_in_recovery()) AS log`;

/** One statement serves all reads that wait for it. */
export class ReadIndex {
  private current: Promise<unknown> = Promise.resolve();
  private next: Promise<LogPosition | null> | null = null;

  constructor(private readonly query: (text: string) => Promise<LogPosition[]>) {}

  /** Returns a position at or after every commit acknowledged before this call; null on a server that is no primary. */
  getPosition(): Promise<LogPosition | null> {
    // A statement that was sent before this call may miss a commit, so this call waits for the next one.
    return (this.next ??= this.current.then(() => {
      const position = this.readPosition();
      this.current = position.catch(() => undefined);
      this.next = null;
      return position;
    }));
  }

  private async readPosition(): Promise<LogPosition | null> {
    const [position = null] = await this.query(READ_POSITION);
    return position;
  }
}
