/** `document`: anyone, limited by address. `probe`: monitoring. `keyed`: needs an API key. `staff`: the back office. */
export type Audience = 'document' | 'probe' | 'keyed' | 'staff';

export interface Route {
  readonly method: string;
  /** Path as its controller declares it. */
  readonly template: string;
  readonly audience: Audience;
}
