import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Config } from '../config/config.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ApiKeyGuard } from './access/api-key.guard.js';
import { ApiKeyStrategy } from './access/api-key.strategy.js';
import { BodyInterceptor } from './body/body.interceptor.js';
import { BodyReader } from './body/body-reader.js';
import { BearerGuard } from './access/bearer.guard.js';
import { CallerResolver } from './access/caller-resolver.js';
import { ConsoleSessions } from './access/console-session.js';
import { CallShareInterceptor } from './access/call-share.interceptor.js';
import { Forwarded } from './call/forwarded.js';
import { RateLimitInterceptor } from './access/rate-limit.interceptor.js';
import { RouteGuard } from './access/route.guard.js';
import { TestFaultInterceptor } from './faults/test-fault.interceptor.js';
import { ErrorResponder } from './call/error-responder.js';
import { ErrorFilter } from './call/error.filter.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { KeptResponsesModule } from './idempotency/kept-responses.module.js';
import { InputPipe } from './handler/input.pipe.js';
import { ResponseInterceptor } from './handler/response.interceptor.js';
import { CallLog } from './observability/call-log.js';
import { CallLogPartitions } from './observability/call-log-partitions.js';
import { CallObserver } from './observability/call-observer.js';
import { Log } from './call/log.js';
import { Metrics } from './observability/metrics.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { DocumentRoutes } from './server/document-routes.js';
import { GatewayMiddleware } from './server/gateway.middleware.js';

/**
 * The gateway: knows keys, tokens and limits, no insurance. A call passes the middleware, then guards, interceptors and the pipe in the order of this
 * list; the first check that fails decides the response (gateway.1).
 */
@Module({
  imports: [IdentityModule, KeptResponsesModule, RateLimitModule],
  controllers: [HealthController],
  providers: [
    { provide: Log, useFactory: (config: Config) => Log.ofProcess(config.logLevel), inject: [Config] },
    ApiKeyStrategy,
    BodyReader,
    CallerResolver,
    CallLog,
    CallLogPartitions,
    CallObserver,
    ConsoleSessions,
    DocumentRoutes,
    ErrorResponder,
    Forwarded,
    GatewayMiddleware,
    Metrics,
    Readiness,
    TestFaultInterceptor,
    { provide: APP_GUARD, useClass: RouteGuard },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_INTERCEPTOR, useExisting: TestFaultInterceptor },
    { provide: APP_INTERCEPTOR, useClass: CallShareInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [Readiness, TestFaultInterceptor],
})
export class GatewayModule {}
