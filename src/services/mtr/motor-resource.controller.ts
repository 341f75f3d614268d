import { Get } from '@nestjs/common';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller, KeyOnly, ServiceController } from '../../gateway/handler/decorators.js';
import { MotorResourceResponse } from './motor-parameter.dto.js';

const PARTS = ['applications', 'policies', 'quotes/prices', 'quotes/bonusMalus', 'parameters', 'tokens'];

/** The vehicle service itself (motor.16). */
@ServiceController('mtr-api', 'resources')
@KeyOnly()
export class MotorResourceController {
  /** Name, version and parts of the service. */
  @Get()
  describeMotorService(@CurrentCaller() { root }: Caller): MotorResourceResponse {
    return { name: 'mtr-api', version: '1.0.0', links: PARTS.map((rel) => ({ rel, href: `${root}/mtr-api/resources/${rel}` })) };
  }
}
