import { Module } from '@nestjs/common';
import { AccessChangeWatcher } from './access-change.watcher.js';
import { ApiKeyRegistry } from './api-key-registry.js';
import { ApiKeyService } from './api-key.service.js';
import { ClosedAgentsScheduler } from './closed-agents.scheduler.js';
import { ConsoleAccessService } from './console-access.service.js';
import { ConsoleProgramService } from './console-program.service.js';
import { KeyUseRecorder } from './key-use-recorder.js';
import { ProgramClientService } from './program-client.service.js';
import { RefusalRecorder } from './refusal-recorder.js';
import { SessionService } from './session.service.js';
import { TokenCleanupScheduler } from './token-cleanup.scheduler.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenService } from './token.service.js';
import { UserKeyService } from './user-key.service.js';
import { UserService } from './user.service.js';

const SHARED = [
  ApiKeyRegistry,
  ApiKeyService,
  ConsoleAccessService,
  ConsoleProgramService,
  KeyUseRecorder,
  ProgramClientService,
  RefusalRecorder,
  SessionService,
  TokenIssuer,
  TokenService,
  UserKeyService,
  UserService,
];

@Module({ providers: [...SHARED, AccessChangeWatcher, ClosedAgentsScheduler, TokenCleanupScheduler], exports: SHARED })
export class IdentityModule {}
