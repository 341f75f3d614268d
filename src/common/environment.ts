/** Each environment has its own schema, pool and data (gateway.4). */
export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
