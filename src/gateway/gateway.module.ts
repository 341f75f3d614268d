import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Config } from '../config/config.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ApiKeyGuard } from './access/api-key.guard.js';
import { ApiKeyStrategy } from './access/api-key.strategy.js';
import { BodyReader } from './body/take-body.js';
import { BearerGuard } from './access/bearer.guard.js';
import { CallerResolver } from './access/caller-resolver.js';
import { ConsoleSessions } from './access/console-session.js';
import { RateLimit } from './access/rate-limit.js';
import { TokenLookup } from './access/token-lookup.js';
import { CallOrder } from './edge/call-order.js';
import { Entrance } from './edge/entrance.js';
import { RouteTable } from './edge/route-table.js';
import { ServiceCallInterceptor } from './edge/service-call.interceptor.js';
import { TestFaults } from './edge/test-faults.js';
import { Edge } from './edge/edge.js';
import { Forwarded } from './access/forwarded.js';
import { ErrorResponder } from './call/error-responder.js';
import { ErrorFilter } from './call/error.filter.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { Idempotency } from './idempotency/idempotency.js';
import { KeptResponsesModule } from './idempotency/kept-responses.module.js';
import { InputPipe } from './handler/input.pipe.js';
import { CallLog } from './observability/call-log.js';
import { CallLogPartitions } from './observability/call-log-partitions.js';
import { CallObserver } from './observability/call-observer.js';
import { Log } from './call/log.js';
import { Metrics } from './observability/metrics.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

/** The edge: knows keys, tokens and limits, no insurance. `CallOrder` shows in which order it checks a call. */
@Module({
  imports: [IdentityModule, KeptResponsesModule, RateLimitModule],
  controllers: [HealthController],
  providers: [
    { provide: Log, useFactory: (config: Config) => Log.ofProcess(config.logLevel), inject: [Config] },
    ApiKeyStrategy,
    BearerGuard,
    BodyReader,
    CallerResolver,
    CallLog,
    CallLogPartitions,
    CallObserver,
    CallOrder,
    ConsoleSessions,
    Edge,
    Entrance,
    ErrorResponder,
    Forwarded,
    Idempotency,
    Metrics,
    RateLimit,
    Readiness,
    RouteTable,
    TestFaults,
    TokenLookup,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_INTERCEPTOR, useClass: ServiceCallInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [BodyReader, Idempotency, Readiness, RouteTable, TestFaults],
})
export class GatewayModule {}
