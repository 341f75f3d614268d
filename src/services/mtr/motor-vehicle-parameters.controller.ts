import { Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller, KeyOnly, ServiceController } from '../../gateway/handler/decorators.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { sendList } from '../../gateway/handler/list-response.js';
import { ListRoute } from '../../gateway/handler/list-route.decorator.js';
import {
  MotorMakeItemResponse,
  MotorModelItemResponse,
  MotorModelQuery,
  MotorUsageItemResponse,
  MotorUsageQuery,
  MotorUsageSubcodeItemResponse,
} from './motor-parameter.dto.js';
import { MotorParametersService } from './motor-parameters.service.js';

/** Lists that describe vehicles (motor.11); an API key is enough. */
@ServiceController('mtr-api', 'resources/parameters')
@KeyOnly()
export class MotorVehicleParametersController {
  constructor(
    private readonly parameters: MotorParametersService,
    private readonly lists: SerialisedListsService,
  ) {}

  /** Usages of vehicles. `offered` says whether there is a tariff. */
  @ListRoute('usageCode', MotorUsageItemResponse)
  listVehicleUsages(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.usages(caller));
  }

  /** Subcodes of the usages. */
  @ListRoute('usageSubcode', MotorUsageSubcodeItemResponse)
  listVehicleUsageSubcodes(@Res() response: Response): void {
    sendList(response, this.lists.select('vehicleUsageSubcodes'));
  }

  /** Makes, of a usage or all. */
  @ListRoute('makeCode', MotorMakeItemResponse)
  listVehicleMakes(@Query() query: MotorUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.makes(query));
  }

  /** Models with their makes, of a usage or all. */
  @ListRoute('makeModelCode', MotorModelItemResponse)
  listVehicleMakesAndModels(@Query() query: MotorUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }

  /** Models of a make and a usage. */
  @ListRoute('modelCode', MotorModelItemResponse)
  listVehicleModels(@Query() query: MotorModelQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }
}
