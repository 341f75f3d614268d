import { ContractPage } from './contract-page.js';
import { PortfolioPage } from './portfolio.js';
import { FireQuotePage } from './quote-fire.js';
import { MotorQuotePage } from './quote-motor.js';

/** Pages of agents and integrators, each with its address. */
export const AGENT_PAGES = [
  ['/portfolio', PortfolioPage],
  ['/portfolio/$line/$id', ContractPage],
  ['/quote/fire', FireQuotePage],
  ['/quote/motor', MotorQuotePage],
] as const;
