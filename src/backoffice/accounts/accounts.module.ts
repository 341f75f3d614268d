import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountPasswords } from './account-passwords.js';
import { Devices } from './devices.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { PasswordReset } from './password-reset.js';
import { PasswordWork } from './password-work.js';
import { PasswordsController } from './passwords.controller.js';
import { SessionsController } from './sessions.controller.js';
import { SignIn } from './sign-in.js';
import { SignInBackoff } from './sign-in-backoff.js';

/** How the insurer's people and the agents' users get in: sessions, invitations, passwords. */
@Module({
  imports: [MailModule, UsersModule],
  controllers: [SessionsController, PasswordsController],
  providers: [AccountPasswords, Devices, OneTimeTokens, PasswordReset, PasswordWork, SignIn, SignInBackoff],
  exports: [OneTimeTokens],
})
export class AccountsModule {}
