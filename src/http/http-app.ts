import { Logger, type NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModulesContainer } from '@nestjs/core';
import { Clock } from '../common/clock.js';
import { Config } from '../config/config.js';
import { listControllerRoutes } from '../gateway/handler/controller-routes.js';
import { Readiness } from '../gateway/health/readiness.js';
import { DocumentRoutes } from '../gateway/server/document-routes.js';
import { GatewayMiddleware } from '../gateway/server/gateway.middleware.js';
import { Listeners, type Ports } from '../gateway/server/listeners.js';
import { getCertificateFile, getKeyFile, loadCertificate } from '../gateway/server/certificate.js';
import { serveConsole } from './console-page.js';
import { serveDiscovery } from './discovery.js';
import { serveOAuthMetadata } from './oauth-metadata.js';
import { serveSecurityText } from './security-text.js';
import { serveDocumentation } from './openapi.js';

const RENEWAL_CHECK_MS = 12 * 3_600_000;

export const HTTP_OPTIONS = {
  bodyParser: false,
  abortOnError: false,
  routeConflictPolicy: { duplicate: 'error' },
} as const satisfies NestApplicationOptions;

export class HttpApp {
  private constructor(
    private readonly app: NestExpressApplication,
    private readonly listeners: Listeners,
    private readonly renewal: NodeJS.Timeout,
    readonly ports: Ports,
  ) {}

  static async start(app: NestExpressApplication): Promise<HttpApp> {
    const config = app.get(Config);
    const clock = app.get(Clock);
    useMiddleware(app);
    await app.init();
    // Throws for a controller without rules.
    listControllerRoutes(app.get(ModulesContainer));
    const server = app.getHttpServer();
    const listeners = new Listeners(
      server,
      app.getHttpAdapter().getInstance() as RequestListener,
      config,
      await loadCertificate(config, clock),
    );
    const ports = await listeners.open();
    return new HttpApp(app, listeners, renewCertificate(listeners, config, clock), ports);
  }

  /** Reports `draining` for `drainMs`; then calls have `graceMs` to end. */
  async stop(graceMs: number, drainMs = 0): Promise<void> {
    clearInterval(this.renewal);
    this.app.get(Readiness).drain();
    if (drainMs > 0) await sleep(drainMs);
    await this.listeners.close(graceMs);
    await this.app.close();
  }
}

function useMiddleware(app: NestExpressApplication): void {
  const middleware = app.get(GatewayMiddleware);
  const documents = app.get(DocumentRoutes);
  serveDocumentation(app, documents);
  serveOAuthMetadata(app.get(Config), documents);
  serveDiscovery(app.get(Config), documents);
  serveSecurityText(app.get(Config), app.get(Clock), documents);
  serveConsole(documents);
  app.use(middleware.beginCall);
  app.use(middleware.requireValidHead);
  app.use(middleware.sendPreflight);
  app.use(middleware.escapePath);
  app.use(documents.router);
  app.use(middleware.setEnvironment);
}

function renewCertificate(listeners: Listeners, config: Config, clock: Clock): NodeJS.Timeout {
  const logger = new Logger('Certificate');
  let isFailing = false;
  const check = async (): Promise<void> => {
    try {
      listeners.renew(await loadCertificate(config, clock));
      isFailing = false;
    } catch (error) {
      const files = `${getCertificateFile(config)} and ${getKeyFile(config)}`;
      const reason = error instanceof Error ? error.message : String(error);
      if (!isFailing) logger.warn(`The certificate could not be loaded from ${files}. The previous one stays in use. Reason: ${reason}`);
      isFailing = true;
    }
  };
  return setInterval(() => void check(), RENEWAL_CHECK_MS).unref();
}
