import { readFile } from 'node:fs/promises';
import { createGatewayClient, createTrustedFetch, findCursor, GatewayFailure, unwrap } from '../../clients/typescript/src/index.js';
import type { EventPage, GatewayClient, operations } from '../../clients/typescript/src/index.js';
import type { Environment } from '../common/environment.js';
import { OperatorError } from '../common/operator-error.js';
import type { KnownAccess } from '../config/gateway-access.js';
import { getFailure } from './failure.js';

export type GatewayFeedQuery = NonNullable<operations['listEvents']['parameters']['query']>;

export class Unreachable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds = 0,
  ) {
    super(message);
  }
}

/** The events after the cursor were deleted by age. The feed continues after `next` (events.7). */
export class EventsDeleted extends Error {
  constructor(readonly next: string) {
    super('Events were deleted by age.');
  }
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

interface Connection {
  readonly url: string;
  readonly client: GatewayClient;
}

export class GatewayFeed {
  private connection: Connection | null = null;

  constructor(
    private readonly findAccess: () => Promise<KnownAccess>,
    private readonly environment: Environment,
    private readonly signal: AbortSignal,
  ) {}

  async read(query: GatewayFeedQuery): Promise<EventPage> {
    this.connection ??= await this.connect();
    const { client, url } = this.connection;
    try {
      const result = await client.GET('/events-api/resources/events', { params: { query } });
      const next = result.response.status === 410 ? findCursor(result.response) : null;
      if (next !== null) throw new EventsDeleted(next);
      return unwrap(result);
    } catch (error) {
      if (error instanceof EventsDeleted) throw error;
      // A restarted server may have another address, certificate and keys.
      this.connection = null;
      throw explainFailure(error, url, this.environment);
    }
  }

  private async connect(): Promise<Connection> {
    const { url, apiKey, userKey, caFile } = await this.findAccess();
    const send = caFile === undefined ? fetch : createTrustedFetch(await readCertificate(caFile));
    const client = createGatewayClient({
      url,
      apiKey,
      userKey,
      environment: this.environment,
      // The listener says that it retries, and never gives up.
      retries: { attempts: 1 },
      fetch: (request) => send(new Request(request, { signal: AbortSignal.any([request.signal, this.signal]) })),
    });
    return { url, client };
  }
}

function explainFailure(error: unknown, url: string, environment: Environment): Error {
  if (error instanceof SyntaxError) return new OperatorError(`${url} does not respond with JSON.\n${getAdvice(0, environment)}`);
  if (error instanceof GatewayFailure) {
    const { status, reason, details, retryAfterSeconds } = error;
    if (status === 429 || status >= 500) return new Unreachable(`The gateway responded with ${status}.`, retryAfterSeconds ?? 0);
    const [first] = details;
    const message = first === undefined ? reason : `${first.path}: ${first.message}`;
    return new OperatorError(`The gateway responded with ${status}: ${message}\n${getAdvice(status, environment)}`);
  }
  const failure = getFailure(error);
  if (UNTRUSTED.test(failure))
    return new OperatorError(`The certificate of ${url} is not trusted (${failure}). Name its authority with --ca-file.`);
  return new Unreachable(`${url} does not respond (${failure}). Is the server running?`);
}

function getAdvice(status: number, environment: Environment): string {
  if (status === 401) return 'Check the API key and the user-key; the user-key must belong to the program of the API key.';
  if (status === 403)
    return `Check the API key: it must be active, with the grants auth-api and events-api for the environment ${environment}.`;
  if (status === 400) return 'Check --after and --types.';
  return 'Is --url the address of a gateway, without /dev?';
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`The certificate file ${file} cannot be read (${getFailure(error)}).`);
  }
}
