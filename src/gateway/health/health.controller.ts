import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Store } from '../../store/store.js';
import { Open } from '../decorators.js';
import { Edge } from '../edge/edge.js';
import { readinessOf } from './readiness.js';

/** For whoever watches over the process; without a key, on every port. */
@Controller('health')
@ApiExcludeController()
export class HealthController {
  constructor(
    private readonly store: Store,
    private readonly edge: Edge,
  ) {}

  /** The process runs. */
  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers, and it is not about to end. 503 when it cannot. */
  @Get('ready')
  @Open()
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const status = await readinessOf(this.store, this.edge);
    response.status(status === 'ok' ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    response.setHeader('Cache-Control', 'no-store');
    return { status };
  }
}
