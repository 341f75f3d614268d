export class PoolResponse {
  /** Name of the schema. @example "production" */
  schema: string;
  /** Open connections. @example 4 */
  total: number;
  /** Open connections that are not in use. @example 3 */
  idle: number;
  /** Calls that wait for a connection. @example 0 */
  waiting: number;
}

export class DatabaseHealthResponse {
  /** Version of the server. @example "18.0" */
  version: string;
  /** Size of the whole database, in bytes. @example 104857600 */
  size: number;
  /** Connections of the responding node. */
  pools: PoolResponse[];
}

export class TariffInForceResponse {
  /** Line of business. @example "fire" */
  line: string;
  /** Code of the tariff. @example "FIRE-2026" */
  code: string;
  /** Version of the tariff. @example 1 */
  version: number;
  /** First start of insurance that the tariff prices. @example "2026-01-01" */
  validFrom: string;
}

export class EnvironmentHealthResponse {
  /** Name of the environment. @example "production" */
  environment: string;
  /** Age of the oldest unpublished event, in seconds; 0 without one. @example 0 */
  eventsBehindSeconds: number;
  /** Age of the oldest due delivery to a webhook, in seconds; 0 without one. @example 0 */
  deliveriesBehindSeconds: number;
  /** Age of the figures of the overview, in seconds; null while they are calculated for the first time. @example 12 */
  overviewAgeSeconds: number | null;
  /** Uploads that wait for the virus scanner. @example 0 */
  pendingScans: number;
  /** Tariffs of insurances that start today. */
  tariffs: TariffInForceResponse[];
}

export class ListInForceResponse {
  /** Name of the list. @example "occupations" */
  list: string;
  /** Version in force. @example 2 */
  version: number;
  /** First day of that version. @example "2026-11-01" */
  validFrom: string;
}

export class NodeResponse {
  /** Name of the machine. @example "gateway-1" */
  host: string;
  /** Process id on that machine. @example 4711 */
  pid: number;
  /** Version of the program. @example "1.0.0" */
  version: string;
  /** Start of the process, UTC. @example "2026-11-20T08:00:00.000Z" */
  startedAt: string;
  /** Last heartbeat, UTC; the interval is 30 seconds. @example "2026-11-20T10:30:00.000Z" */
  seenAt: string;
  /** Whether the last heartbeat is more than 75 seconds old although the process did not sign off. @example false */
  isSilent: boolean;
  /** Whether this node responds. @example true */
  isThis: boolean;
}

export class HealthResponse {
  /** ok, degraded (calls are served, but another part has a problem), draining or unavailable. @example "ok" */
  status: string;
  /** The problem; null without one. @example "events: the oldest unpublished event of production is 320 s old" */
  reason: string | null;
  /** Version of the program on the responding node. @example "1.0.0" */
  version: string;
  /** Start of the responding node, UTC. @example "2026-11-20T08:00:00.000Z" */
  startedAt: string;
  /** Processes that serve this database, oldest first; a killed one is listed as silent for a day. */
  nodes: NodeResponse[];
  /** State of the database. */
  database: DatabaseHealthResponse;
  /** State of each served environment. */
  environments: EnvironmentHealthResponse[];
  /** Parameter lists whose loaded version is in force; all others are those of the release. */
  parameters: ListInForceResponse[];
}
