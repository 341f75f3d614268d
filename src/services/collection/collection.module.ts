import { Module } from '@nestjs/common';
import { AgentAccountsModule } from '../../record/agent-accounts/agent-accounts.module.js';
import { IssueModule } from '../../record/issue/issue.module.js';
import { AccountController } from './account.controller.js';
import { CollectionController } from './collection.controller.js';

@Module({ imports: [AgentAccountsModule, IssueModule], controllers: [AccountController, CollectionController] })
export class CollectionModule {}
