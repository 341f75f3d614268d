import { Get, Query } from '@nestjs/common';
import { ROLES } from '../../../identity/user.service.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { SearchQueryDto, SearchResponse } from './search.dto.js';
import { SearchService } from './search.service.js';

@BackofficeController('search')
@Roles(...ROLES)
export class SearchController {
  constructor(private readonly search: SearchService) {}

  /**
   * Find contracts, clients, payments, agents and users by one text. Returns at most five of each. An agent's user
   * finds the contracts of the agents that the user acts for.
   */
  @Get()
  searchAll(@CurrentStaff() staff: StaffCaller, @Query() { q }: SearchQueryDto): Promise<SearchResponse> {
    return this.search.find(staff, q.trim());
  }
}
