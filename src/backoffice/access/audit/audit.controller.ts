import { Get, Query } from '@nestjs/common';
import { BackofficeController, Roles } from '../../common/decorators.js';
import { AuditListResponse, AuditQueryDto } from './audit.dto.js';
import { AuditSearchRepository } from './audit-search.repository.js';

@BackofficeController('audit')
@Roles('admin')
export class AuditController {
  constructor(private readonly search: AuditSearchRepository) {}

  /** Who did what to which key, program, user or agent, newest first. */
  @Get()
  searchAudit(@Query() query: AuditQueryDto): Promise<AuditListResponse> {
    return this.search.find(query);
  }
}
