import { ENVIRONMENTS, type Environment } from '../../../../src/common/environment.js';
import { FireApp } from '../../../support/fire-app.js';
import { OpenIdProvider } from '../../../support/openid-provider.js';
import { AGENT_CODE, CallFixture, OTHER_CODE } from './call-fixture.js';
import { buildOidcSettings } from './oidc.js';

/** The application in which the calls of the tables succeed, with an identity provider. */
export class BothWaysApp {
  private constructor(
    readonly app: FireApp,
    readonly provider: OpenIdProvider,
    readonly fixtures: ReadonlyMap<Environment, CallFixture>,
  ) {}

  static async start(): Promise<BothWaysApp> {
    const publicUrl = 'https://gateway.example';
    const provider = await OpenIdProvider.start({ console: `${publicUrl}/console/`, sendLogout: () => Promise.resolve(204) });
    const app = await FireApp.start({ publicUrl, oidc: buildOidcSettings(provider) });
    const subagents = [{ code: 'S1', name: 'Υποπράκτορας', status: 1 as const }];
    const [agents, others] = [await app.createAgent({ code: AGENT_CODE, subagents }), await app.createAgent({ code: OTHER_CODE })];
    const fixtures = new Map<Environment, CallFixture>();
    for (const environment of ENVIRONMENTS)
      fixtures.set(environment, await CallFixture.open(app, environment, agents[environment], others[environment]));
    return new BothWaysApp(app, provider, fixtures);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.provider.stop();
  }
}
