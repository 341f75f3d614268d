import { Get, Query } from '@nestjs/common';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import { ROLES } from '../../../identity/user.service.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import type { ListName } from '../../../record/reference/lists/registry.js';
import { SerialisedListsService } from '../../../record/reference/lists/serialised-lists.service.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { CodeListsQuery, CodeListsResponse, parseListNames } from './code-lists.dto.js';

@BackofficeController('code-lists')
@Roles(...ROLES)
export class CodeListsController {
  constructor(
    private readonly lists: SerialisedListsService,
    private readonly reference: ReferenceLists,
  ) {}

  /**
   * List the codes of several parameter lists in one call. Use it to fill the fields of a form; retired codes are
   * included. Makes need a usage, models a usage and a make.
   */
  @Get()
  listCodeLists(@CurrentStaff() { language }: StaffCaller, @Query() query: CodeListsQuery): CodeListsResponse {
    const items = (name: ListName) => this.listLarge(name, query) ?? this.lists.select(name).itemsIn(language);
    return { lists: Object.fromEntries(parseListNames(query.names).map((name) => [name, items(name)])) };
  }

  private listLarge(name: ListName, query: CodeListsQuery): readonly unknown[] | null {
    if (name !== 'vehicleMakes' && name !== 'vehicleModels') return null;
    const usage = requireField(query, 'usageCode');
    if (name === 'vehicleMakes') return this.reference.all(name).filter(({ usageCodes }) => usageCodes.includes(usage));
    const make = requireField(query, 'makeCode');
    return this.reference.all(name).filter(({ usageCodes, makeCode }) => makeCode === make && usageCodes.includes(usage));
  }
}

function requireField(query: CodeListsQuery, field: 'usageCode' | 'makeCode'): string {
  const value = query[field];
  if (value === undefined) throw buildInvalidField(field, ERROR_TEXTS[ErrorCode.REQUIRED], ErrorCode.BAD_QUERY);
  return value;
}
