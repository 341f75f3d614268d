import type { Environment } from '../../common/environment.js';
import type { RecordedExchange } from '../../store/entities/call-log.entity.js';

/** Contains nothing of query or path, and of bodies only those of the sandbox. */
export interface LoggedCall {
  readonly at: Date;
  readonly request_id: string;
  readonly program_id: number;
  readonly key_prefix: string;
  readonly environment: Environment;
  readonly agent_code: string | null;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly duration_ms: string;
  repeats: number;
  readonly address: string | null;
  exchange: RecordedExchange | null;
}
