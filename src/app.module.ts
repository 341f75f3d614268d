import { type DynamicModule, Module } from '@nestjs/common';
import type { Environment } from './common/environment.js';
import { SignupModule } from './backoffice/access/signup/signup.module.js';
import { AdministrationModule } from './backoffice/administration/administration.module.js';
import { BackofficeAccessModule } from './backoffice/access/access.module.js';
import { IssuingModule } from './backoffice/issuing/issuing.module.js';
import { UnderwritingModule } from './backoffice/underwriting/underwriting.module.js';
import { ConfigModule } from './config/config.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { ClockModule } from './jobs/scheduler.js';
import { MailModule } from './mail/mail.module.js';
import { ReferenceModule } from './record/reference/reference.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { AuthModule } from './services/auth/auth.module.js';
import { CollectionModule } from './services/collection/collection.module.js';
import { CustomerModule } from './services/customer/customer.module.js';
import { DocsModule } from './services/docs/docs.module.js';
import { EventsModule } from './services/events/events.module.js';
import { FireModule } from './services/fire/fire.module.js';
import { McpModule } from './services/mcp/mcp.module.js';
import { MtrModule } from './services/mtr/mtr.module.js';
import { ParametersModule } from './services/parameters/parameters.module.js';
import { PartiesModule } from './services/parties/parties.module.js';
import { ReportsModule } from './services/reports/reports.module.js';
import { SrsModule } from './services/srs/srs.module.js';
import { StoreModule } from './store/store.module.js';

const SERVICES = [
  AuthModule,
  CollectionModule,
  CustomerModule,
  DocsModule,
  EventsModule,
  FireModule,
  McpModule,
  MtrModule,
  ParametersModule,
  PartiesModule,
  ReportsModule,
  SrsModule,
];

const BACKOFFICE = [AdministrationModule, BackofficeAccessModule, IssuingModule, UnderwritingModule];

/** Configuration, clock and store come first, because global modules shut down last, in this order. */
@Module({
  imports: [ConfigModule, ClockModule, StoreModule, MailModule, ReferenceModule, GatewayModule, ...SERVICES, ...BACKOFFICE],
})
export class AppModule {
  /** A process that serves only production does not load the sandbox modules (sandbox.1, sandbox.29). */
  static serving(environments: readonly Environment[]): DynamicModule {
    return { module: AppModule, imports: environments.includes('sandbox') ? [SandboxModule, SignupModule] : [] };
  }
}
