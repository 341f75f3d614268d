export { createGatewayClient, type GatewayClient, type GatewayOptions } from './gateway-client.js';
export { type RetryOptions } from './retries.js';
export { findLink, GatewayFailure, unwrap, type FailureDetail } from './result.js';
export { listAll, readEventPages, type EventPage, type FollowOptions } from './iterators.js';
export { createTrustedFetch } from './trusted-fetch.js';
export { verifyWebhook, type GatewayEvent } from './webhooks.js';
export type { components, operations, paths } from './openapi.js';
