import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { TestingModule } from '@nestjs/testing';
import passport, { type Strategy, type StrategyCreated } from 'passport';
import { API_KEY_STRATEGY, ApiKeyStrategy } from '../../src/gateway/access/api-key.guard.js';
import { Config, readConfig } from '../../src/config/config.js';
import { GatewayAdapter } from '../../src/gateway/server/gateway-adapter.js';
import { loadCertificate } from '../../src/gateway/server/certificate.js';
import { HTTP_OPTIONS, HttpApp } from '../../src/http/http-app.js';
import { SystemClock } from '../../src/common/clock.js';
import { getParts, type AppParts } from './app-parts.js';
import { Client } from './client.js';

/** A started application and clients to call it. */
export interface Running {
  readonly app: INestApplication;
  readonly parts: AppParts;
  readonly ports: HttpApp['ports'];
  /** Sends plain HTTP with `X-Forwarded-Proto: https`, like a proxy that terminated TLS. */
  readonly client: Client;
  /** Sends plain HTTP without a proxy's headers. */
  readonly plain: Client;
  /** Creates a client of the TLS port. */
  readonly tls: () => Promise<Client>;
  stop(): Promise<void>;
}

/** Builds a configuration with free ports, this machine as a trusted proxy and no log. */
export function buildTestConfig(dataDir: string, changes: Partial<Config> = {}): Config {
  return {
    ...readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      HTTPS_PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '127.0.0.1',
      DEMO: 'false',
    }),
    ...changes,
  };
}

/** API key strategies by Express application. */
const strategies = new WeakMap<object, Strategy>();

/** Delegates to the strategy of the called application, because Passport has only one per name and process. */
const STRATEGY_OF_APP: Strategy = {
  authenticate(this: StrategyCreated<Strategy>, request, options) {
    const strategy = Object.create(strategies.get(request.app)!) as StrategyCreated<Strategy>;
    strategy.success = this.success;
    strategy.fail = this.fail;
    strategy.error = this.error;
    Reflect.apply(strategy.authenticate, strategy, [request, options]);
  },
};

/** Starts the application. `isUndescribed` is for controllers that docs/openapi.json does not describe. */
export async function startHttp(module: TestingModule, isUndescribed = false): Promise<Running> {
  const app = module.createNestApplication<NestExpressApplication>(new GatewayAdapter(), { ...HTTP_OPTIONS, logger: false });
  const running = await HttpApp.start(app);
  strategies.set(app.getHttpAdapter().getInstance(), app.get(ApiKeyStrategy, { strict: false }));
  passport.use(API_KEY_STRATEGY, STRATEGY_OF_APP);
  const parts = getParts(app);
  const { ports } = running;
  const plain = new Client({ port: ports.port, isUndescribed });
  const tls = async (): Promise<Client> => {
    const { cert } = await loadCertificate(parts.config, new SystemClock());
    return new Client({ port: ports.httpsPort, ca: cert, isUndescribed });
  };
  return { app, parts, ports, plain, client: plain.with({ 'X-Forwarded-Proto': 'https' }), tls, stop: () => running.stop(1000) };
}
