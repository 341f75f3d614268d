import { Get, Query } from '@nestjs/common';
import { BackofficeController, Roles } from '../access/decorators.js';
import { AuditListDto, AuditQueryDto } from './audit.dto.js';
import { AuditSearch } from './audit-search.js';

@BackofficeController('audit')
@Roles('admin')
export class AuditController {
  constructor(private readonly search: AuditSearch) {}

  /** Who did what to which key, program, user or agent, newest first. */
  @Get()
  searchAudit(@Query() query: AuditQueryDto): Promise<AuditListDto> {
    return this.search.find(query);
  }
}
