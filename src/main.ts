import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { DemoService, createFirstPasswords, type FirstPasswords } from './backoffice/administration/demo/demo.service.js';
import { explain } from './common/operator-error.js';
import { Config, readConfig } from './config/config.js';
import { GatewayAdapter } from './gateway/server/gateway-adapter.js';
import { Readiness } from './gateway/health/readiness.js';
import { AdminServer } from './gateway/server/admin-server.js';
import { Log, NestLog } from './gateway/call/log.js';
import { Metrics } from './gateway/observability/metrics.js';
import { assertPortsFree } from './gateway/server/listeners.js';
import { getCertificateFile } from './gateway/server/certificate.js';
import { hasConsole } from './common/package-root.js';
import { HTTP_OPTIONS, HttpApp } from './http/http-app.js';
import { registerOperationGauges } from './http/operation-gauges.js';
import { retryWhileUnavailable } from './store/retry-while-unavailable.js';
import { WebhookNetworks } from './record/exchange/webhooks/network/webhook-networks.js';

const GRACE_MS = 10_000;
/** Time after which a stopping process exits without waiting for open work. */
const LAST_RESORT_MS = 25_000;
const CANNOT_START = 2;

async function run(): Promise<void> {
  const config = readConfig();
  const log = Log.ofProcess(config.logLevel);
  // Before it serves, the process stops immediately, together with a database server that it started.
  let stop = (_signal: NodeJS.Signals): void => end(log, 0);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));
  await assertPortsFree(config);
  const demoPasswords = createFirstPasswords(config);
  // The start may fail before the passwords are used.
  demoPasswords.catch(() => undefined);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.serving(config.environments), new GatewayAdapter(), {
    ...HTTP_OPTIONS,
    logger: new NestLog(log),
  });
  if (config.demo) app.get(Readiness).hold('The demo data is being created.');
  const running = await HttpApp.start(app).catch((error: unknown) => closeAfter(app, error));
  app.get(WebhookNetworks, { strict: false }).addOwnPorts([running.ports.port, running.ports.httpsPort]);
  await openAdmin(app).catch((error: unknown) => running.stop(0).then(() => Promise.reject(error as Error)));
  await logStart(app, running, log, demoPasswords);
  app.get(Readiness).release();
  stop = (signal) => {
    log.pino.info({ signal }, 'Stopping');
    const drainMs = app.get(Config).drainSeconds * 1000;
    setTimeout(() => process.exit(1), drainMs + LAST_RESORT_MS).unref();
    // The admin port stays open until the process exits, so readiness can be read.
    running.stop(GRACE_MS, drainMs).then(
      () => end(log, 0),
      (error: unknown) => {
        log.pino.error({ err: error }, 'Stopped with an error');
        end(log, 1);
      },
    );
  };
}

async function openAdmin(app: INestApplication): Promise<void> {
  const config = app.get(Config);
  if (config.adminPort !== 0 || config.telemetry !== null) await registerOperationGauges(app);
  if (config.adminPort !== 0) await new AdminServer(app.get(Metrics), app.get(Readiness)).open(config);
}

async function logStart(app: INestApplication, { ports }: HttpApp, log: Log, demoPasswords: FirstPasswords): Promise<void> {
  const config = app.get(Config);
  const { environments, dataDir, databaseUrl } = config;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const addresses = { baseUrl: config.publicUrl ?? `https://${host}:${ports.httpsPort}`, httpUrl: `http://${host}:${ports.port}` };
  const writeDemo = () => app.get(DemoService).writeFile({ ...addresses, caFile: getCertificateFile(config) }, demoPasswords);
  const demoFile = await retryWhileUnavailable(writeDemo);
  const demo = demoFile === null ? {} : { demoFile };
  const database = databaseUrl === null ? `embedded under ${dataDir}` : 'external';
  const pages = hasConsole() ? { console: `${addresses.baseUrl}/console/` } : {};
  log.pino.info({ https: addresses.baseUrl, http: addresses.httpUrl, ...pages, environments, database, ...demo }, 'Serving');
}

async function closeAfter(app: INestApplication, error: unknown): Promise<never> {
  await app.close();
  throw error;
}

function end(log: Log, code: number): never {
  log.flush();
  process.exit(code);
}

run().catch((error: unknown) => {
  process.stderr.write(`Cannot start: ${explain(error)}\n`);
  process.exit(CANNOT_START);
});
