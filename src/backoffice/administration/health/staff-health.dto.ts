/** Connections to the database of a schema. */
export class PoolResponse {
  /** Whose @example "production" */
  schema: string;

  /** Open connections @example 4 */
  total: number;

  /** Those of them that nobody uses @example 3 */
  idle: number;

  /** Calls that wait for one @example 0 */
  waiting: number;
}

/** The database. */
export class DatabaseHealthResponse {
  /** Version of the server @example "18.0" */
  version: string;

  /** Bytes of the whole database @example 104857600 */
  size: number;

  /** Connections of the node that responds */
  pools: PoolResponse[];
}

/** A tariff in force. */
export class TariffInForceResponse {
  /** Line of business @example "fire" */
  line: string;

  /** Code @example "FIRE-2026" */
  code: string;

  /** Version @example 1 */
  version: number;

  /** The first start of insurance that it prices @example "2026-01-01" */
  validFrom: string;
}

/** What is behind, and what is sold, in an environment. */
export class EnvironmentHealthResponse {
  /** Environment @example "production" */
  environment: string;

  /** Age in seconds of the oldest event that is not in the feed yet; 0 when there is none @example 0 */
  eventsBehindSeconds: number;

  /** For how many seconds a delivery to a webhook is due that could be made; 0 when there is none @example 0 */
  deliveriesBehindSeconds: number;

  /** How many seconds old the figures of the overview are; null while they are filled @example 12 */
  overviewAgeSeconds: number | null;

  /** Uploads that wait for the virus scanner @example 0 */
  pendingScans: number;

  /** What prices an insurance that begins today */
  tariffs: TariffInForceResponse[];
}

/** A list of parameters whose version was loaded. */
export class ListInForceResponse {
  /** List @example "occupations" */
  list: string;

  /** Version in force @example 2 */
  version: number;

  /** Its first day @example "2026-11-01" */
  validFrom: string;
}

/** A process that serves this database. */
export class NodeResponse {
  /** Machine @example "gateway-1" */
  host: string;

  /** Process on that machine @example 4711 */
  pid: number;

  /** Version of the program @example "1.0.0" */
  version: string;

  /** When it began, UTC @example "2026-11-20T08:00:00.000Z" */
  startedAt: string;

  /** Its last sign of life, UTC; one comes every 30 seconds @example "2026-11-20T10:30:00.000Z" */
  seenAt: string;

  /** Whether none came for more than 75 seconds, though it took no leave @example false */
  isSilent: boolean;

  /** Whether it is the one that responds @example true */
  isThis: boolean;
}

/** How the program is. */
export class HealthResponse {
  /** ok, degraded (calls are served, something beside them is not as it should be), draining or unavailable @example "ok" */
  status: string;

  /** What is not as it should be; null where nothing is @example "events: the oldest unpublished event of production is 320 s old" */
  reason: string | null;

  /** Version of the program on the node that responds @example "1.0.0" */
  version: string;

  /** When that node began, UTC @example "2026-11-20T08:00:00.000Z" */
  startedAt: string;

  /** The processes that serve this database, the oldest first; whoever stops is gone, whoever is killed is silent for a day */
  nodes: NodeResponse[];

  /** The database */
  database: DatabaseHealthResponse;

  /** By environment served */
  environments: EnvironmentHealthResponse[];

  /** Lists of parameters whose loaded version is in force; the others are those of the release */
  parameters: ListInForceResponse[];
}
