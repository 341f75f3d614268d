import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { Invitations } from './invitations.js';
import { KnownAgents } from './known-agents.js';
import { UserAdministration } from './user-administration.js';
import { UserReader } from './user.reader.js';
import { UsersController } from './users.controller.js';
import { UsersModule } from './users.module.js';

/** Users as administrators make and change them. */
@Module({
  imports: [AccountsModule, MailModule, UsersModule],
  controllers: [UsersController],
  providers: [Invitations, KnownAgents, UserAdministration, UserReader],
})
export class UserAdministrationModule {}
