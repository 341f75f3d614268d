import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';

/** The calls that were counted and logged, written a second later: refused calls too. Nodes tell that they live. Events that are there get their places a moment later, and are folded. */
const WRITTEN_BEHIND = '^(rate_admission|call_log|node$|event_epoch|event_position|overview_)';

interface TableRow {
  readonly schema: string;
  readonly name: string;
}

/**
 * What a digest is made of. `versions`: where each row lies and which transaction wrote it, so that even a row written
 * again as it was is seen; quick, of one database only. `contents`: the values of each row, the same in any database
 * that holds them.
 */
const ROWS = { versions: "ctid || ' ' || xmin", contents: 't::text' };

/** Every row of every table of the schemas, as a number of rows and a digest per table: what a refused call must leave as it was. */
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
    if (rows.length === 0) throw new Error('no tables to take fingerprints of');
    return new TableFingerprints(client, rows.map((table) => digestOf(table, ROWS[of])).join(' UNION ALL '));
  }

  /** `production.application` → `17 rows, 5d41402a…`. */
  async take(): Promise<Record<string, string>> {
    // Prepared under its name: to plan it takes longer than to run it.
    const { rows } = await this.client.query<{ name: string; content: string }>({ name: 'fingerprints', text: this.query });
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

function digestOf({ schema, name }: TableRow, row: string): string {
  return `SELECT '${schema}.${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS content
    FROM "${schema}"."${name}" t`;
}
