import pg, { type Connection, type CustomTypesConfig, type FieldDef, type QueryResult, type Submittable } from 'pg';

/** One statement on its way to the server; `name` is the one that it is kept prepared under. */
export interface Statement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The driver has more than its types say. */
interface DriverConnection extends Connection {
  /** Texts of the statements that are prepared, by name: the driver notes them here as the server confirms them. */
  readonly parsedStatements: Record<string, string | undefined>;
}
interface DriverResult extends QueryResult {
  addFields(fields: readonly FieldDef[]): void;
  parseRow(values: readonly unknown[]): object;
  addRow(row: object): void;
  addCommandComplete(message: object): void;
}
const Result = pg.Result as unknown as new (rowMode: string | undefined, types: CustomTypesConfig) => DriverResult;
const { utils } = pg as unknown as { readonly utils: { prepareValue(value: unknown): Buffer | string | null } };

/**
 * Several statements in one message to the server, and its replies in one (the driver's queries are of one statement each). The first that fails is
 * the last that is run. Outside of a transaction all of them are one, which is committed when the last reply is there.
 */
export class Batch implements Submittable {
  /** Of the statements that were run, in their order. */
  readonly results: QueryResult[] = [];
  /** Called by the driver, which puts its own in place of it to watch the time. */
  callback: (error: Error | null) => void;
  private readonly values: readonly (Buffer | string | null)[][];
  private current: DriverResult;
  private unreadable: Error | null = null;

  constructor(
    private readonly statements: readonly Statement[],
    private readonly types: CustomTypesConfig,
    callback: (error: Error | null) => void,
  ) {
    this.callback = callback;
    // Before anything is sent: a value that cannot be sent leaves the connection as it is.
    this.values = statements.map(({ values }) => values.map((value) => utils.prepareValue(value)));
    this.current = this.newResult();
  }

  /** Name and text of the statement that is being run, for what the driver notes of it. */
  get name(): string | undefined {
    return this.statements[this.results.length]?.name;
  }

  get text(): string | undefined {
    return this.statements[this.results.length]?.text;
  }

  submit(connection: Connection): void {
    const sent = new Set<string>();
    connection.stream.cork();
    try {
      for (const [index, { name = '', text }] of this.statements.entries()) {
        const isPrepared = name !== '' && (sent.has(name) || (connection as DriverConnection).parsedStatements[name] !== undefined);
        if (!isPrepared) connection.parse({ name, text, types: [] }, true);
        sent.add(name);
        connection.bind({ statement: name, values: this.values[index] }, true);
        connection.describe({ type: 'P', name: '' }, true);
        connection.execute(null, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.current.addFields(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly unknown[] }): void {
    try {
      this.current.addRow(this.current.parseRow(fields));
    } catch (error) {
      this.unreadable ??= error as Error;
    }
  }

  handleCommandComplete(message: { readonly text: string }): void {
    this.current.addCommandComplete(message);
    this.results.push(this.current);
    this.current = this.newResult();
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.unreadable);
  }

  private newResult(): DriverResult {
    return new Result(undefined, this.types);
  }
}
