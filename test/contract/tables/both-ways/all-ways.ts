import { ACCESS } from './access.js';
import { AMENDMENT_RUNS } from './amendment-runs.js';
import { AMENDMENTS } from './amendments.js';
import { BACK_OFFICE_ACCESS } from './back-office-access.js';
import { BACK_OFFICE_RECORD } from './back-office-record.js';
import { CUSTOMER } from './customer.js';
import { CUSTOMERS } from './customers.js';
import { EVENTS } from './events.js';
import { FIRE } from './fire.js';
import { COMMON_PARAMETERS, FIRE_PARAMETERS, VEHICLE_PARAMETERS } from './parameters.js';
import { PORTFOLIO_WAYS } from './portfolio.js';
import { PORTFOLIO_TRANSFERS } from './portfolio-transfers.js';
import { RECORD } from './record.js';
import { SANDBOX } from './sandbox.js';
import { VEHICLES } from './vehicles.js';
import { buildOidcWays } from './oidc.js';
import type { OpenIdProvider } from '../../../support/openid-provider.js';
import type { Ways } from './way.js';

/** Calls of both environments, by subject. `getProvider` is called once a spec runs. */
export function buildTables(getProvider: () => OpenIdProvider): Readonly<Record<string, Ways>> {
  return {
    'tokens and usage': ACCESS,
    'common parameters': COMMON_PARAMETERS,
    'documents for the customer': CUSTOMER,
    'fire parameters': FIRE_PARAMETERS,
    'vehicle parameters': VEHICLE_PARAMETERS,
    'fire applications': FIRE,
    'amendment runs': AMENDMENT_RUNS,
    amendments: AMENDMENTS,
    vehicles: VEHICLES,
    customers: CUSTOMERS,
    'persons, requests, money, documents': RECORD,
    'the portfolio': PORTFOLIO_WAYS,
    'transfers of the portfolio': PORTFOLIO_TRANSFERS,
    'events and webhooks': EVENTS,
    'the back office and the record': BACK_OFFICE_RECORD,
    'the back office and access': BACK_OFFICE_ACCESS,
    'sign-ins at the provider': buildOidcWays(getProvider),
  };
}

/** Calls of the sandbox alone. */
export const SANDBOX_WAYS: Readonly<Record<string, Ways>> = { 'the sandbox alone': SANDBOX };
