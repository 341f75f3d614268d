/** The two environments of the gateway (gateway.4). Each has its own schema, pool and data; no query can name the other one. */
export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
