import type { ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { Clock } from '../../src/common/clock.js';
import type { Environment } from '../../src/common/environment.js';
import { getEnvironment, type Writer } from '../../src/common/unit-of-work.js';
import { Config } from '../../src/config/config.js';
import { ReferenceLists } from '../../src/record/reference/lists/reference-lists.js';
import { TypeDetector } from '../../src/record/core/documents/content/type-detector.js';
import { PdfRenderer } from '../../src/record/core/documents/rendering/pdf-renderer.js';
import { SettingsService, type AllSettings } from '../../src/record/reference/settings/settings.service.js';
import { WebhookNetworks } from '../../src/record/exchange/webhooks/network/webhook-networks.js';
import { ReceiverNames } from '../../src/record/exchange/webhooks/sender/delivery-attempt.js';
import type { Transaction } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type Running, startHttp } from './running.js';
import { WarmPdfRenderer, WarmTypeDetector } from './warm-threads.js';

export interface StartOptions {
  /** Clock that the test moves; absent for the system's. */
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  /** Existing database, which the spec drops itself. */
  readonly database?: TestDatabase;
  /** Modules with additional controllers and providers. */
  readonly modules?: ModuleMetadata['imports'];
  /** Resolves the host names of webhooks instead of DNS. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>;
}

/**
 * Configuration with one connection for each schema, in which settings are never cached. A transaction that waits for
 * another connection fails after five seconds.
 */
export const ONE_CONNECTION: Partial<Config> = { databasePoolSize: 1 };

export interface RunningApp extends Running {
  readonly database: TestDatabase;
  /** Closes the application and drops its database, unless that was given. */
  stop(): Promise<void>;
}

/** Starts the whole application with a new database and free ports, once per spec file. */
export async function startApp({ clock, config, database: given, modules = [], addressesOf }: StartOptions = {}): Promise<RunningApp> {
  const database = given ?? (await createTestDatabase());
  const release = async (): Promise<void> => (given ? undefined : database.drop());
  try {
    const settings = { ...database.config, trustProxy: ['127.0.0.1'], ...config };
    const builder = Test.createTestingModule({ imports: [AppModule.serving(settings.environments), ...modules] });
    builder.overrideProvider(Config).useValue(settings);
    builder.overrideProvider(ReferenceLists).useValue(getReleaseLists());
    builder.overrideProvider(PdfRenderer).useClass(WarmPdfRenderer);
    builder.overrideProvider(TypeDetector).useClass(WarmTypeDetector);
    if (settings.databasePoolSize === ONE_CONNECTION.databasePoolSize) builder.overrideProvider(SettingsService).useClass(UncachedSettings);
    if (clock !== undefined) builder.overrideProvider(Clock).useValue(clock);
    if (addressesOf !== undefined) builder.overrideProvider(ReceiverNames).useValue({ addressesOf });
    const running = await startHttp(await builder.compile(), modules.length > 0);
    running.app.get(WebhookNetworks, { strict: false }).addOwnPorts([running.ports.port, running.ports.httpsPort]);
    const stop = async (): Promise<void> => {
      await running.stop();
      await release();
    };
    return { ...running, database, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Reads the settings for each caller, as after the two seconds in which they are cached. */
class UncachedSettings extends SettingsService {
  override get(where: Environment | Writer): Promise<AllSettings> {
    this.forget(getEnvironment(where));
    return super.get(where);
  }

  override getIn(tx: Transaction, environment: Environment): Promise<AllSettings> {
    this.forget(environment);
    return super.getIn(tx, environment);
  }
}

let release: ReferenceLists | null = null;

/**
 * Returns a copy of the released parameter lists, which are checked once per worker because that takes a third of a
 * start.
 */
function getReleaseLists(): ReferenceLists {
  release ??= new ReferenceLists();
  return release.keeping([]);
}
