import { Get, Query } from '@nestjs/common';
import { SerialisedListsService } from '../../../record/reference/lists/serialised-lists.service.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { CodeListsQuery, CodeListsResponse, parseListNames } from './code-lists.dto.js';

/** Parameter lists for the forms of the console (console.40). */
@BackofficeController('code-lists')
@Roles('admin', 'underwriter', 'issuing', 'accounting', 'agent')
export class CodeListsController {
  constructor(private readonly lists: SerialisedListsService) {}

  /**
   * List the codes of several parameter lists in one call. Use it to fill the fields of a form; retired codes are
   * included.
   */
  @Get()
  listCodeLists(@CurrentStaff() { language }: StaffCaller, @Query() { names }: CodeListsQuery): CodeListsResponse {
    return { lists: Object.fromEntries(parseListNames(names).map((name) => [name, this.lists.select(name).itemsIn(language)])) };
  }
}
