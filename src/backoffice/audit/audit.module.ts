import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { AuditController } from './audit.controller.js';
import { AuditSearch } from './audit-search.js';

/** `Audit` for every part that changes something on behalf of somebody. */
@Global()
@Module({ controllers: [AuditController], providers: [Audit, AuditSearch], exports: [Audit] })
export class AuditModule {}
