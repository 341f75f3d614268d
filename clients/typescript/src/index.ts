export { createGatewayClient, type GatewayClient, type GatewayOptions } from './gateway-client.js';
export { type RetryOptions, type Send } from './retries.js';
export { assertSuccess, findLink, GatewayFailure, toFailure, unwrap, type CallResult, type FailureDetail } from './result.js';
export { findCursor, listAll, readEventPages, type EventPage, type FollowOptions } from './iterators.js';
export { createTrustedFetch } from './trusted-fetch.js';
export { verifyWebhook, type GatewayEvent } from './webhooks.js';
export type { components, operations, paths } from './openapi.js';
