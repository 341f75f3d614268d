/**
 * Who may call a route. `document`: anybody, with a limit for each address. `probe`: monitoring, without one. Both need no key and no TLS.
 * `keyed`: needs an API key, whose limits the response states. `staff`: the back office, with its own guard.
 */
export type Audience = 'document' | 'probe' | 'keyed' | 'staff';

/** One method of one path. */
export interface Route {
  readonly method: string;
  /** The path as declared at the controller: the label of metrics and log lines. */
  readonly template: string;
  readonly audience: Audience;
}
