import { Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller, KeyOnly, ServiceController } from '../../gateway/decorators.js';
import { listAnswers } from '../../record/reference/list-answers.js';
import { sendList } from '../../record/reference/list-response.js';
import { ListRoute } from '../../record/reference/list-route.decorator.js';
import { MtrMakeItem, MtrModelItem, MtrModelQuery, MtrUsageItem, MtrUsageQuery, MtrUsageSubcodeItem } from './mtr-parameter.dto.js';
import { MtrParametersService } from './mtr-parameters.service.js';

/** Lists that describe vehicles (motor.11); an API key is enough. */
@ServiceController('mtr-api', 'resources/parameters')
@KeyOnly()
export class MtrVehicleParametersController {
  constructor(private readonly parameters: MtrParametersService) {}

  /** Usages of vehicles. `offered` says whether there is a tariff. */
  @ListRoute('usageCode', MtrUsageItem)
  listVehicleUsages(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    sendList(response, this.parameters.usages(caller));
  }

  /** Subcodes of the usages. */
  @ListRoute('usageSubcode', MtrUsageSubcodeItem)
  listVehicleUsageSubcodes(@Res() response: Response): void {
    sendList(response, listAnswers.select('vehicleUsageSubcodes'));
  }

  /** Makes, of a usage or all. */
  @ListRoute('makeCode', MtrMakeItem)
  listVehicleMakes(@Query() query: MtrUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.makes(query));
  }

  /** Models with their makes, of a usage or all. */
  @ListRoute('makeModelCode', MtrModelItem)
  listVehicleMakesAndModels(@Query() query: MtrUsageQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }

  /** Models of a make and a usage. */
  @ListRoute('modelCode', MtrModelItem)
  listVehicleModels(@Query() query: MtrModelQuery, @Res() response: Response): void {
    sendList(response, this.parameters.models(query));
  }
}
