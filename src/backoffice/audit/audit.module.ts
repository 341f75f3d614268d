import { Global, Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';
import { AuditController } from './audit.controller.js';
import { AuditSearchRepository } from './audit-search.repository.js';

/** `Audit` for every module that changes something for a user. */
@Global()
@Module({ controllers: [AuditController], providers: [AuditService, AuditSearchRepository], exports: [AuditService] })
export class AuditModule {}
