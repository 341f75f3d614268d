import { Get, Query } from '@nestjs/common';
import { BackofficeController, Roles } from '../../common/decorators.js';
import { AuditListResponse, AuditQueryDto } from './audit.dto.js';
import { AuditSearchRepository } from './audit-search.repository.js';

@BackofficeController('audit')
@Roles('admin')
export class AuditController {
  constructor(private readonly search: AuditSearchRepository) {}

  /** Search the audit record, newest entries first. Use it to find who changed a key, program, user or agent. */
  @Get()
  searchAudit(@Query() query: AuditQueryDto): Promise<AuditListResponse> {
    return this.search.find(query);
  }
}
