import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';

/**
 * Tables that the process writes after the response or without a call: counts, call log, nodes, event positions,
 * overview, numbers of receipts, the chain and export of the audit record.
 */
const WRITTEN_BEHIND =
  '^(rate_admission|call_log|node$|event_epoch|event_position|api_key_use$|overview_|receipt_number$|audit_link$|audit_export$)';

/** Refused access is written every minute (backoffice.282). */
const WITHOUT_REFUSALS = `WHERE action <> 'refuse'`;

interface TableRow {
  readonly schema: string;
  readonly name: string;
}

/**
 * Basis of a digest. `versions` detects even rows rewritten with the same values, but only within one database.
 * `contents` compares the values and is the same in every database.
 */
const ROWS = { versions: "ctid || ' ' || xmin", contents: 't::text' };

/** Row counts and digests of all tables of the schemas, which a refused call must not change. */
export class TableFingerprints {
  private constructor(
    private readonly client: pg.Client,
    private readonly query: string,
  ) {}

  static async open(
    databaseUrl: string,
    schemas: readonly string[] = ENVIRONMENTS,
    of: keyof typeof ROWS = 'versions',
  ): Promise<TableFingerprints> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<TableRow>(
      'SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname = ANY ($1) AND tablename !~ $2 ORDER BY 1, 2',
      [schemas, WRITTEN_BEHIND],
    );
    if (rows.length === 0) throw new Error('The schemas have no tables.');
    return new TableFingerprints(client, rows.map((table) => buildDigestQuery(table, ROWS[of])).join(' UNION ALL '));
  }

  /** Returns row count and digest by table. @example { 'production.application': '17 rows, 5d41402a' } */
  async read(): Promise<Record<string, string>> {
    // The name makes it a prepared statement, because planning takes longer than running.
    const { rows } = await this.client.query<{ name: string; content: string }>({ name: 'fingerprints', text: this.query });
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

function buildDigestQuery({ schema, name }: TableRow, row: string): string {
  return `SELECT '${schema}.${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS content
    FROM "${schema}"."${name}" t ${name === 'audit_entry' ? WITHOUT_REFUSALS : ''}`;
}
