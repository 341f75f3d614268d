import type { ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { Clock } from '../../src/common/clock.js';
import { Config } from '../../src/config/config.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type Running, runHttp } from './running.js';

export interface StartOptions {
  /** Time as the test tells it; the system's otherwise. */
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  /** Added to the application: controllers and providers of the test's own. */
  readonly modules?: ModuleMetadata['imports'];
}

export interface RunningApp extends Running {
  readonly database: TestDatabase;
  /** Closes the application and drops its database. */
  stop(): Promise<void>;
}

/** The whole application on a database of its own and free ports. One for a spec file: `beforeAll` starts it, `afterAll` stops it. */
export async function startApp({ clock, config, modules = [] }: StartOptions = {}): Promise<RunningApp> {
  const database = await createTestDatabase({ trustProxy: ['127.0.0.1'], ...config });
  try {
    const builder = Test.createTestingModule({ imports: [AppModule, ...modules] });
    builder.overrideProvider(Config).useValue(database.config);
    if (clock !== undefined) builder.overrideProvider(Clock).useValue(clock);
    const running = await runHttp(await builder.compile());
    const stop = async (): Promise<void> => {
      await running.stop();
      await database.drop();
    };
    return { ...running, database, stop };
  } catch (error) {
    await database.drop();
    throw error;
  }
}
