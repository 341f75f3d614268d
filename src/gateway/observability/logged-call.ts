import type { Environment } from '../../common/environment.js';

/** A row of the request log. Nothing in it comes from a body, a query or a path. */
export interface LoggedCall {
  /** When the call came, Unix time. */
  readonly atMs: number;
  readonly requestId: string;
  readonly programId: number;
  readonly keyPrefix: string;
  readonly environment: Environment;
  readonly agentCode: string | null;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  /** How many calls the row stands for. */
  repeats: number;
  readonly address: string | null;
}

export const CALL_COLUMNS =
  'at, request_id, program_id, key_prefix, environment, agent_code, method, route, status, error_code, duration_ms, repeats, address';

/** The row as COPY reads it. */
export function toCopyLine(row: LoggedCall): string {
  return (
    `${new Date(row.atMs).toISOString()}\t${row.requestId}\t${row.programId}\t${escaped(row.keyPrefix)}\t${row.environment}` +
    `\t${escaped(row.agentCode)}\t${row.method}\t${escaped(row.route)}\t${row.status}\t${escaped(row.errorCode)}` +
    `\t${row.durationMs.toFixed(2)}\t${row.repeats}\t${escaped(row.address)}\n`
  );
}

function escaped(text: string | null): string {
  if (text === null) return '\\N';
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : text;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
