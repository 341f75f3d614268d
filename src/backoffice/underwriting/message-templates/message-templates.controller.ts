import { Delete, Get, HttpCode, HttpStatus, Param, Post, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CreatesObject,
  CurrentStaff,
  CurrentStaffCall,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { MessageTemplateService } from './message-template.service.js';
import {
  MessageTemplatePageResponse,
  MessageTemplateQuery,
  MessageTemplateRequest,
  MessageTemplateResponse,
} from './message-templates.dto.js';

@BackofficeController('message-templates')
@Roles('admin')
export class MessageTemplatesController {
  constructor(private readonly templates: MessageTemplateService) {}

  /** List the templates of underwriters' messages by decision and title. */
  @Get()
  @Roles('admin', 'underwriter')
  listMessageTemplates(@CurrentStaff() staff: StaffCaller, @Query() query: MessageTemplateQuery): Promise<MessageTemplatePageResponse> {
    return this.templates.list(staff, query);
  }

  /** Get a template. Read it before a change, for its `ETag`. */
  @Get(':id')
  @Roles('admin', 'underwriter')
  @ReadsObject()
  getMessageTemplate(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<MessageTemplateResponse> {
    return this.templates.get(staff, parseId(id));
  }

  /** Create a template. At most 100 exist. */
  @Post()
  @CreatesObject()
  async createMessageTemplate(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() body: MessageTemplateRequest,
  ): Promise<MessageTemplateResponse> {
    const template = await this.templates.create(call.staff, body);
    setLocation(call, `message-templates/${template.id}`);
    return template;
  }

  /** Replace a template. Messages that were sent keep their text. */
  @Put(':id')
  @ChangesObject()
  replaceMessageTemplate(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: MessageTemplateRequest,
  ): Promise<MessageTemplateResponse> {
    return this.templates.replace(staff, parseId(id), body);
  }

  /** Delete a template. Messages that were sent keep their text. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteMessageTemplate(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.templates.delete(staff, parseId(id));
  }
}
