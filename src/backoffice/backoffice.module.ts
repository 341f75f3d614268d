import { Module } from '@nestjs/common';
import { BackofficeAccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { StaffApplicationsModule } from './applications/staff-applications.module.js';
import { AuditModule } from './audit/audit.module.js';

/** The insurer's people: who they are, what they may do, and what they do with keys, users and agents. */
@Module({ imports: [BackofficeAccessModule, AuditModule, AccountsModule, StaffApplicationsModule] })
export class BackofficeModule {}
