import { type DynamicModule, Module } from '@nestjs/common';
import { BackofficeModule } from './backoffice/backoffice.module.js';
import { DemoModule } from './backoffice/demo/demo.module.js';
import { SignupModule } from './backoffice/signup/signup.module.js';
import { ClockModule } from './clock.module.js';
import type { Environment } from './common/environment.js';
import { ConfigModule } from './config/config.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { DueModule } from './record/due/due.module.js';
import { ReferenceModule } from './record/reference/reference.module.js';
import { WebhookSenderModule } from './record/webhooks/sender/webhook-sender.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { AuthModule } from './services/auth/auth.module.js';
import { CollectionModule } from './services/collection/collection.module.js';
import { ReceiptsModule } from './services/collection/receipts.module.js';
import { DocsModule } from './services/docs/docs.module.js';
import { EventsApiModule } from './services/events/events-api.module.js';
import { FireModule } from './services/fire/fire.module.js';
import { MtrModule } from './services/mtr/mtr.module.js';
import { ParametersModule } from './services/parameters/parameters.module.js';
import { PartiesApiModule } from './services/parties/parties-api.module.js';
import { ReportsApiModule } from './services/reports/reports-api.module.js';
import { SrsModule } from './services/srs/srs.module.js';
import { StoreModule } from './store/store.module.js';

const SERVICES = [
  AuthModule,
  CollectionModule,
  DocsModule,
  EventsApiModule,
  FireModule,
  MtrModule,
  ParametersModule,
  PartiesApiModule,
  ReceiptsModule,
  ReportsApiModule,
  SrsModule,
];

/** The parts of the process. Configuration, time and store come first: global modules shut down last, in this order. */
@Module({
  imports: [
    ConfigModule,
    ClockModule,
    StoreModule,
    ReferenceModule,
    GatewayModule,
    ...SERVICES,
    DueModule,
    WebhookSenderModule,
    BackofficeModule,
    DemoModule,
  ],
})
export class AppModule {
  /** With what only the sandbox has, where it is served: a process of production alone does not load it (sandbox.1, sandbox.29). */
  static serving(environments: readonly Environment[]): DynamicModule {
    return { module: AppModule, imports: environments.includes('sandbox') ? [SandboxModule, SignupModule] : [] };
  }
}
