import { lazyRouteComponent } from '@tanstack/react-router';

/** Loads the pages of quotes when they are opened, which keeps the first load small. */
const loadQuotes = () => import('./quotes.js');
/** Loads the pages of webhooks when they are opened. */
const loadWebhooks = () => import('./webhooks.js');

export const FireQuotePage = lazyRouteComponent(loadQuotes, 'FireQuotePage');
export const MotorQuotePage = lazyRouteComponent(loadQuotes, 'MotorQuotePage');
export const DeliveryPage = lazyRouteComponent(loadWebhooks, 'DeliveryPage');
export const WebhookPage = lazyRouteComponent(loadWebhooks, 'WebhookPage');
export const WebhooksPage = lazyRouteComponent(loadWebhooks, 'WebhooksPage');
