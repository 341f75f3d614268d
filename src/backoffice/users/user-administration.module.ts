import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { DelegationSearchRepository } from './delegation-search.repository.js';
import { DelegationsController } from './delegations.controller.js';
import { InvitationService } from './invitation.service.js';
import { KnownAgentService } from './known-agent.service.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserReader } from './user.reader.js';
import { UsersController } from './users.controller.js';

/** Users as administrators make and change them. */
@Module({
  imports: [AccountsModule, MailModule],
  controllers: [DelegationsController, UsersController],
  providers: [DelegationSearchRepository, InvitationService, KnownAgentService, UserAdministrationService, UserReader],
})
export class UserAdministrationModule {}
