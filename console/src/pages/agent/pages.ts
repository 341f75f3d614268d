import { AgentAmendmentPage, AgentChangePage } from '../amendments/lazy.js';
import { MyKeysPage, UserKeysPage } from './access.js';
import { MyCallsPage } from './calls.js';
import { OwnCommissionPage } from './commission.js';
import { ContractPage } from './contract-page.js';
import { EventPage, EventsPage } from './events.js';
import { DeliveryPage, FireQuotePage, MotorQuotePage, WebhookPage, WebhooksPage } from './lazy.js';
import { PortfolioPage } from './portfolio.js';
import { SandboxPage } from './sandbox.js';

/** Pages of agents and integrators, each with its address. */
export const AGENT_PAGES = [
  ['/portfolio', PortfolioPage],
  ['/portfolio/$line/$id', ContractPage],
  ['/portfolio/$line/$id/change', AgentChangePage],
  ['/portfolio/$line/$id/amendments/$no', AgentAmendmentPage],
  ['/quote/fire', FireQuotePage],
  ['/quote/motor', MotorQuotePage],
  ['/mine/commission', OwnCommissionPage],
  ['/mine/keys', MyKeysPage],
  ['/mine/user-keys', UserKeysPage],
  ['/mine/calls', MyCallsPage],
  ['/mine/events', EventsPage],
  ['/mine/events/$id', EventPage],
  ['/mine/webhooks', WebhooksPage],
  ['/mine/webhooks/$id', WebhookPage],
  ['/mine/deliveries/$id', DeliveryPage],
  ['/sandbox', SandboxPage],
] as const;
