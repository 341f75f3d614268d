import { Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallerUser } from '../../src/common/caller.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import type { Environment } from '../../src/common/environment.js';
import { ClockModule } from '../../src/jobs/scheduler.js';
import { ConfigModule } from '../../src/config/config.module.js';
import type { Config } from '../../src/config/config.js';
import { Log } from '../../src/gateway/call/log.js';
import { AccessChangeWatcher } from '../../src/identity/access-change.watcher.js';
import { type ApiKey, ApiKeyService } from '../../src/identity/api-key.service.js';
import { ConsoleAccessService } from '../../src/identity/console-access.service.js';
import { TokenService, type TokenState } from '../../src/identity/token.service.js';
import { Store } from '../../src/store/store.js';
import { StoreModule } from '../../src/store/store.module.js';
import { type Running, startHttp, buildTestConfig } from './running.js';
import { GatewayModule } from '../../src/gateway/gateway.module.js';

/** Serves keys and tokens from memory instead of the database. */
export class FakeAccess {
  readonly keys = new Map<string, ApiKey>();
  readonly tokens = new Map<string, TokenState>();
  isDatabaseGone = false;
  /** Whether keys are found although the database is gone; tokens are not. */
  areKeysCached = false;
  private lastId = 0;

  addKey(changes: Partial<ApiKey> = {}): string {
    const id = ++this.lastId;
    const key = `Key${String(id).padStart(37, '0')}`;
    this.keys.set(key, {
      id,
      programId: id,
      prefix: key.slice(0, 6),
      status: 'active',
      services: new Set(['fire-api', 'mtr-api']),
      environments: new Set<Environment>(['production', 'sandbox']),
      ipAddresses: [],
      certificateSha256: null,
      ratePerHour: null,
      ratePerDay: null,
      serviceRates: {},
      ...changes,
    });
    return key;
  }

  addToken(state: TokenState): string {
    const token = `Token${String(++this.lastId).padStart(35, '0')}`;
    this.tokens.set(token, state);
    return token;
  }

  find(key: string): Promise<ApiKey | undefined> {
    return this.areKeysCached ? Promise.resolve(this.keys.get(key)) : this.query(() => this.keys.get(key));
  }

  resolve(token: string): Promise<TokenState> {
    return this.query(() => this.tokens.get(token) ?? { kind: 'unknown' });
  }

  private query<T>(read: () => T): Promise<T> {
    return this.isDatabaseGone ? Promise.reject(new DomainError(ErrorCode.UNAVAILABLE)) : Promise.resolve(read());
  }
}

export const USER: CallerUser = { id: 7, name: 'Μαρία Παππά', agentCode: '10001', readableAgents: ['10001'] };

export function createLiveToken(expiresInSeconds: number): TokenState {
  return { kind: 'live', user: USER, expiresAt: new Date(Date.now() + expiresInSeconds * 1000) };
}

export interface RunningGateway extends Running {
  readonly access: FakeAccess;
  /** Lines of the log. */
  readonly logLines: string[];
}

/** Starts the gateway in front of the given controllers, without a database. */
export async function startGateway(controllers: Type[], changes: Partial<Config> = {}): Promise<RunningGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const config = buildTestConfig(dataDir, changes);
  const access = new FakeAccess();
  const lines: string[] = [];
  const store = {
    query: () => Promise.resolve([]),
    transaction: () => Promise.resolve(),
    isReady: () => Promise.resolve(!access.isDatabaseGone),
    poolStatistics: () => ({}),
    readCounts: { standby: 0, primary: 0 },
    close: () => undefined,
  };

  @Module({ imports: [ConfigModule.of(config), ClockModule, StoreModule, GatewayModule], controllers })
  class GatewayTestModule {}

  const module = await Test.createTestingModule({ imports: [GatewayTestModule] })
    .overrideProvider(Store)
    .useValue(store)
    .overrideProvider(ApiKeyService)
    .useValue(access)
    .overrideProvider(TokenService)
    .useValue(access)
    .overrideProvider(ConsoleAccessService)
    .useValue({ resolve: () => Promise.resolve(null) })
    .overrideProvider(AccessChangeWatcher)
    .useValue({})
    .overrideProvider(Log)
    .useValue(new Log(config.logLevel, { write: (line: string) => void lines.push(line) }))
    .compile();
  const running = await startHttp(module, true);
  const stop = async (): Promise<void> => {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...running, access, logLines: lines, stop };
}
