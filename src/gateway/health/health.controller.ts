import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Open } from '../handler/decorators.js';
import { isServing, Readiness, type ReadyState } from './readiness.js';

/** For whoever watches over the process; without a key, on every port. */
@Controller('health')
@ApiExcludeController()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process runs. */
  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The process can serve. 503 when it cannot: its database does not respond or is of another version, the demo is not there yet, or it is about to end. `degraded`: it serves. */
  @Get('ready')
  @Open()
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadyState> {
    const state = await this.readiness.state();
    response.status(isServing(state) ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    response.setHeader('Cache-Control', 'no-store');
    return state;
  }
}
