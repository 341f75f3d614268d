import { MyKeysPage, UserKeysPage } from './access.js';
import { MyCallsPage } from './calls.js';
import { ContractPage } from './contract-page.js';
import { PortfolioPage } from './portfolio.js';
import { FireQuotePage } from './quote-fire.js';
import { MotorQuotePage } from './quote-motor.js';
import { SandboxPage } from './sandbox.js';

/** Pages of agents and integrators, each with its address. */
export const AGENT_PAGES = [
  ['/portfolio', PortfolioPage],
  ['/portfolio/$line/$id', ContractPage],
  ['/quote/fire', FireQuotePage],
  ['/quote/motor', MotorQuotePage],
  ['/mine/keys', MyKeysPage],
  ['/mine/user-keys', UserKeysPage],
  ['/mine/calls', MyCallsPage],
  ['/sandbox', SandboxPage],
] as const;
