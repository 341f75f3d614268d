/** Why an attempt to deliver failed (events.12). Names of our own: nothing that a receiver says is repeated. */
export const AttemptFailure = {
  /** The receiver responded with another status than 2xx. */
  STATUS: 'status',
  /** No complete response head within the time that an attempt has. */
  TIMEOUT: 'timeout',
  /** The address may not be sent to (events.15). */
  REFUSED_ADDRESS: 'refused_address',
  /** The name has no address. */
  DNS: 'dns',
  /** Nobody took the connection. */
  CONNECT: 'connect',
  /** No secure connection: the certificate is not valid for the name, or the handshake failed. */
  TLS: 'tls',
  /** The connection ended before the response's head did. */
  CLOSED: 'closed',
  /** What came is not HTTP, or its head is too large. */
  NOT_HTTP: 'not_http',
} as const;
export type AttemptFailure = (typeof AttemptFailure)[keyof typeof AttemptFailure];
