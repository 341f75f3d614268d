import { Logger, type NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModulesContainer } from '@nestjs/core';
import { Clock } from '../common/clock.js';
import { Config } from '../config/config.js';
import { controllerRoutes } from '../gateway/handler/controller-routes.js';
import { Readiness } from '../gateway/health/readiness.js';
import { DocumentRoutes } from '../gateway/server/document-routes.js';
import { GatewayMiddleware } from '../gateway/server/gateway.middleware.js';
import { Listeners, type Ports } from '../gateway/server/listeners.js';
import { certificateFile, keyFile, loadCertificate } from '../gateway/server/certificate.js';
import { serveConsole } from './console-page.js';
import { serveDocumentation } from './openapi.js';

const RENEWAL_CHECK_MS = 12 * 3_600_000;

/** Options of Nest. The gateway parses bodies itself. */
export const HTTP_OPTIONS = {
  bodyParser: false,
  abortOnError: false,
  // A literal segment comes before a parameter.
  routeResolutionStrategy: 'specificity',
  routeConflictPolicy: { duplicate: 'error', shadow: 'off' },
} as const satisfies NestApplicationOptions;

/** A running application with its two ports. */
export class HttpApp {
  private constructor(
    private readonly app: NestExpressApplication,
    private readonly listeners: Listeners,
    private readonly renewal: NodeJS.Timeout,
    readonly ports: Ports,
  ) {}

  /** Installs the middleware and opens both ports of a new application. */
  static async start(app: NestExpressApplication): Promise<HttpApp> {
    const config = app.get(Config);
    const clock = app.get(Clock);
    useMiddleware(app);
    await app.init();
    // A controller without rules does not start.
    controllerRoutes(app.get(ModulesContainer));
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

  /** Reports not ready for `drainMs`, then finishes the calls within `graceMs` and closes everything. */
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
  serveConsole(documents);
  app.use(middleware.beginCall);
  app.use(middleware.requireValidHead);
  app.use(middleware.sendPreflight);
  app.use(middleware.escapePath);
  app.use(documents.router);
  app.use(middleware.setEnvironment);
}

/** Reloads the certificate at intervals. A failure is logged once. */
function renewCertificate(listeners: Listeners, config: Config, clock: Clock): NodeJS.Timeout {
  const logger = new Logger('Certificate');
  let isFailing = false;
  const look = async (): Promise<void> => {
    try {
      listeners.renew(await loadCertificate(config, clock));
      isFailing = false;
    } catch (error) {
      const files = `${certificateFile(config)} and ${keyFile(config)}`;
      const reason = error instanceof Error ? error.message : String(error);
      if (!isFailing) logger.warn(`The certificate does not load from ${files}, the former one stays in use: ${reason}`);
      isFailing = true;
    }
  };
  return setInterval(() => void look(), RENEWAL_CHECK_MS).unref();
}
