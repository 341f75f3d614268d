import { Get, Query } from '@nestjs/common';
import { BackofficeController, Roles } from '../../common/decorators.js';
import { DelegationSearchRepository } from './delegation-search.repository.js';
import { DelegationPageResponse, DelegationQuery } from './delegations.dto.js';

@BackofficeController('delegations')
@Roles('admin')
export class DelegationsController {
  constructor(private readonly search: DelegationSearchRepository) {}

  /** Which users may act for which agents besides their own, the latest first. A change of the user (`delegates`) makes and ends them. */
  @Get()
  listDelegations(@Query() query: DelegationQuery): Promise<DelegationPageResponse> {
    return this.search.find(query);
  }
}
