import { Res } from '@nestjs/common';
import type { Response } from 'express';
import { KeyOnly, ServiceController } from '../../gateway/handler/decorators.js';
import { ServiceRequestCategoryItemResponse } from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { sendList } from '../../gateway/handler/list-response.js';
import { ListRoute } from '../../gateway/handler/list-route.decorator.js';

@ServiceController('service-requests-api', 'resources/parameters')
@KeyOnly()
export class ServiceRequestCategoriesController {
  constructor(private readonly lists: SerialisedListsService) {}

  /** Categories that a service request can have. */
  @ListRoute('categories', ServiceRequestCategoryItemResponse)
  listServiceRequestCategories(@Res() response: Response): void {
    sendList(response, this.lists.select('serviceRequestCategories'));
  }
}
