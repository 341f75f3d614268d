import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { MailModule } from '../mail/mail.module.js';
import { AccountPasswordService } from './account-password.service.js';
import { CurrentSessionReader } from './current-session.reader.js';
import { DeviceService } from './device.service.js';
import { OneTimeTokenService } from './one-time-token.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordsController } from './passwords.controller.js';
import { ProductionRequestService } from './production-request.service.js';
import { RecordedSessions } from './recorded-sessions.js';
import { SessionCookies } from './session-cookies.js';
import { SessionsController } from './sessions.controller.js';
import { SignInService } from './sign-in.service.js';
import { SignInBackoffService } from './sign-in-backoff.service.js';

/** How the insurer's people and the agents' users get in: sessions, invitations, passwords. */
@Module({
  imports: [AgentsModule, MailModule],
  controllers: [SessionsController, PasswordsController],
  providers: [
    AccountPasswordService,
    CurrentSessionReader,
    DeviceService,
    OneTimeTokenService,
    PasswordResetService,
    ProductionRequestService,
    RecordedSessions,
    SessionCookies,
    SignInService,
    SignInBackoffService,
  ],
  exports: [OneTimeTokenService],
})
export class AccountsModule {}
