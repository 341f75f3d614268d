import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Forwarded } from '../../gateway/call/forwarded.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { AccountPasswordService } from './accounts/account-password.service.js';
import { BreakGlassService } from './accounts/break-glass.service.js';
import { DeviceService } from './accounts/device.service.js';
import { OneTimeTokenService } from './accounts/one-time-token.service.js';
import { PasswordResetService } from './accounts/password-reset.service.js';
import { PasswordSessionService } from './accounts/password-session.service.js';
import { PasswordsController } from './accounts/passwords.controller.js';
import { ProductionRequestService } from './accounts/production-request.service.js';
import { RecordedSessions } from './accounts/recorded-sessions.js';
import { SessionCookies } from './accounts/session-cookies.js';
import { SessionsController } from './accounts/sessions.controller.js';
import { OwnSessionsController, UserSessionsController } from './accounts/staff-sessions.controller.js';
import { StaffSessionsService } from './accounts/staff-sessions.service.js';
import { SignInBackoffService } from './accounts/sign-in-backoff.service.js';
import { SignInService } from './accounts/sign-in.service.js';
import { AuditSearchRepository } from './audit/audit-search.repository.js';
import { AuditChainRepository } from './audit/audit-chain.repository.js';
import { AuditChainScheduler } from './audit/audit-chain.scheduler.js';
import { AuditExportScheduler } from './audit/audit-export.scheduler.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { ApiKeyAdministrationService } from './keys/api-key-administration.service.js';
import { ApiKeysController } from './keys/api-keys.controller.js';
import { KeyExpiryEventsScheduler } from './keys/key-expiry-events.scheduler.js';
import { AccountMailer } from './mail/account-mailer.js';
import { KeyNoticeMailer } from './mail/key-notice.mailer.js';
import { KeyNoticeRepository } from './mail/key-notice.repository.js';
import { ProductionRejectionService } from './keys/production-rejection.service.js';
import { ProgramService } from './keys/program.service.js';
import { ProgramsController } from './keys/programs.controller.js';
import { UnusedKeysScheduler } from './keys/unused-keys.scheduler.js';
import { FactorChallengeService } from './factors/factor-challenge.service.js';
import { FactorNoticeMailer } from './factors/factor-notice.mailer.js';
import { FactorProofService } from './factors/factor-proof.service.js';
import { FactorUseService } from './factors/factor-use.service.js';
import { FactorRepository } from './factors/factor.repository.js';
import { FactorService } from './factors/factor.service.js';
import { FactorsController } from './accounts/factors.controller.js';
import { PasskeySetupService } from './factors/passkey-setup.service.js';
import { SecondFactorSignInService } from './accounts/second-factor-sign-in.service.js';
import { SecondStepController } from './accounts/second-step.controller.js';
import { SecondStepService } from './factors/second-step.service.js';
import { TotpSetupService } from './factors/totp-setup.service.js';
import { UserFactorsController } from './factors/user-factors.controller.js';
import { UserFactorsService } from './factors/user-factors.service.js';
import { MailTextService } from './mail/mail-text.service.js';
import { WebhookNoticeMailer } from './mail/webhook-notice.mailer.js';
import { PendingActionRepository } from './pending-actions/pending-action.repository.js';
import { PendingActionService } from './pending-actions/pending-action.service.js';
import { PendingActionsController } from './pending-actions/pending-actions.controller.js';
import { SignInSettingsController } from './sign-in-settings/sign-in-settings.controller.js';
import { SignInSettingsService } from './sign-in-settings/sign-in-settings.service.js';
import { KeylessLimiter } from '../common/staff.guard.js';
import { OidcLogoutService } from './oidc/oidc-logout.service.js';
import { OidcProvider } from './oidc/oidc-provider.js';
import { OidcSignInService } from './oidc/oidc-sign-in.service.js';
import { OidcUserService } from './oidc/oidc-user.service.js';
import { OidcController, ProviderSignOutController, UserIdentityController } from './oidc/oidc.controller.js';
import { OwnUserKeyService } from './user-keys/own-user-key.service.js';
import { UserKeysController } from './user-keys/user-keys.controller.js';
import { InvitationService } from './users/invitation.service.js';
import { UserAdministrationService } from './users/user-administration.service.js';
import { DelegationsController, UsersController } from './users/users.controller.js';

@Global()
@Module({
  imports: [ExchangeModule, GatewayModule, IdentityModule, MoneyModule],
  controllers: [
    ApiKeysController,
    AuditController,
    DelegationsController,
    FactorsController,
    OidcController,
    // `sessions/current` precedes `sessions/:id`.
    SessionsController,
    OwnSessionsController,
    PasswordsController,
    PendingActionsController,
    ProgramsController,
    ProviderSignOutController,
    SecondStepController,
    SignInSettingsController,
    UserFactorsController,
    UserIdentityController,
    UserKeysController,
    UserSessionsController,
    UsersController,
  ],
  providers: [
    AccountMailer,
    AccountPasswordService,
    ApiKeyAdministrationService,
    AuditChainRepository,
    AuditChainScheduler,
    AuditExportScheduler,
    AuditSearchRepository,
    AuditService,
    BreakGlassService,
    DeviceService,
    FactorChallengeService,
    FactorNoticeMailer,
    FactorProofService,
    FactorRepository,
    FactorService,
    FactorUseService,
    Forwarded,
    InvitationService,
    KeyExpiryEventsScheduler,
    KeyNoticeMailer,
    KeyNoticeRepository,
    KeylessLimiter,
    OidcLogoutService,
    OidcProvider,
    OidcSignInService,
    OidcUserService,
    OneTimeTokenService,
    OwnUserKeyService,
    PasskeySetupService,
    PasswordResetService,
    PasswordSessionService,
    PendingActionRepository,
    PendingActionService,
    ProductionRejectionService,
    ProductionRequestService,
    ProgramService,
    RecordedSessions,
    SecondFactorSignInService,
    SecondStepService,
    SessionCookies,
    SignInBackoffService,
    SignInService,
    StaffSessionsService,
    UnusedKeysScheduler,
    SignInSettingsService,
    TotpSetupService,
    UserAdministrationService,
    UserFactorsService,
    WebhookNoticeMailer,
    { provide: MailTextService, useFactory: (config: Config) => new MailTextService(config), inject: [Config] },
  ],
  exports: [
    AccountMailer,
    AuditService,
    Forwarded,
    GatewayModule,
    IdentityModule,
    KeylessLimiter,
    MailTextService,
    OneTimeTokenService,
    PendingActionService,
    ProductionRequestService,
  ],
})
export class BackofficeAccessModule {}
