import type { ServerOptions } from 'node:http';
import type { TlsOptions } from 'node:tls';

/** Times and sizes of a connection. Over a limit node closes it, or answers through `clientError`. */
export const SERVER_OPTIONS = {
  // Longer than the idle time of usual load balancers, so that they close first and no request meets a closing connection.
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  // The whole request: a document of 3 MB at 25 KB a second.
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  noDelay: true,
  // A request without Host is answered by the edge: node would do it without the headers that every response carries.
  requireHostHeader: false,
} as const satisfies ServerOptions;

/** Of the TLS port alone. */
export const TLS_OPTIONS = {
  minVersion: 'TLSv1.2',
  // As long as the headers may take.
  handshakeTimeout: 20_000,
} as const satisfies TlsOptions;
