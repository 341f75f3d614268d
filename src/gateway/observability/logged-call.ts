import type { Environment } from '../../common/environment.js';

/** Row of the request log. It contains nothing of body, query or path. */
export interface LoggedCall {
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
  repeats: number;
  readonly address: string | null;
}

export const CALL_COLUMNS =
  'at, request_id, program_id, key_prefix, environment, agent_code, method, route, status, error_code, duration_ms, repeats, address';

export function toCallRow(call: LoggedCall): object {
  return {
    at: new Date(call.atMs),
    request_id: call.requestId,
    program_id: call.programId,
    key_prefix: call.keyPrefix,
    environment: call.environment,
    agent_code: call.agentCode,
    method: call.method,
    route: call.route,
    status: call.status,
    error_code: call.errorCode,
    duration_ms: call.durationMs.toFixed(2),
    repeats: call.repeats,
    address: call.address,
  };
}
