import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Config } from '../config/config.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ApiKeyGuard, ApiKeyStrategy } from './access/api-key.guard.js';
import { BearerGuard } from './access/bearer.guard.js';
import { CallShareInterceptor } from './access/call-share.interceptor.js';
import { CallerResolver } from './access/caller-resolver.js';
import { ConsoleSessions } from './access/console-session.js';
import { LinkLimiter } from './access/link-limiter.js';
import { ProgramClients } from './access/program-clients.js';
import { RateLimitInterceptor } from './access/rate-limit.interceptor.js';
import { RouteGuard } from './access/route.guard.js';
import { BodyReader } from './body/body-reader.js';
import { BodyInterceptor } from './body/body.interceptor.js';
import { FormReader } from './body/form-reader.js';
import { Uploads } from './body/uploads.js';
import { ErrorFilter } from './call/error.filter.js';
import { Forwarded } from './call/forwarded.js';
import { Log } from './call/log.js';
import { DryRunInterceptor } from './dry-run/dry-run.interceptor.js';
import { TestFaultInterceptor } from './faults/test-fault.interceptor.js';
import { HandlerSpanInterceptor } from './handler/handler-span.interceptor.js';
import { InputPipe } from './handler/input.pipe.js';
import { ResponseInterceptor } from './handler/response.interceptor.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { CachedResponseService } from './idempotency/cached-response.service.js';
import { CallLogPartitions } from './observability/call-log-partitions.js';
import { CallLog } from './observability/call-log.js';
import { CallObserver } from './observability/call-observer.js';
import { CallTracer } from './observability/call-tracer.js';
import { Metrics } from './observability/metrics.js';
import { Telemetry } from './observability/telemetry/telemetry.js';
import { OwnCounts } from './rate-limit/own-counts.js';
import { RateJournal } from './rate-limit/rate-journal.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { SharedCounts } from './rate-limit/shared-counts.js';
import { DocumentRoutes } from './server/document-routes.js';
import { GatewayMiddleware } from './server/gateway.middleware.js';

@Module({
  imports: [IdentityModule],
  controllers: [HealthController],
  providers: [
    { provide: Log, useFactory: (config: Config) => Log.ofProcess(config.logLevel), inject: [Config] },
    ApiKeyStrategy,
    BodyReader,
    CallerResolver,
    CallLog,
    CallLogPartitions,
    CallObserver,
    CallTracer,
    ConsoleSessions,
    DocumentRoutes,
    FormReader,
    Forwarded,
    LinkLimiter,
    GatewayMiddleware,
    Metrics,
    ProgramClients,
    Readiness,
    { provide: Telemetry, useFactory: (config: Config, metrics: Metrics) => Telemetry.start(config, metrics), inject: [Config, Metrics] },
    TestFaultInterceptor,
    { provide: APP_GUARD, useClass: RouteGuard },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: DryRunInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_INTERCEPTOR, useExisting: TestFaultInterceptor },
    { provide: APP_INTERCEPTOR, useClass: CallShareInterceptor },
    { provide: APP_INTERCEPTOR, useClass: HandlerSpanInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
    CachedResponseService,
    OwnCounts,
    RateJournal,
    RateLimiter,
    SharedCounts,
    Uploads,
  ],
  exports: [CachedResponseService, FormReader, LinkLimiter, OwnCounts, RateLimiter, Readiness, SharedCounts, TestFaultInterceptor, Uploads],
})
export class GatewayModule {}
