import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Store } from '../../store/store.js';
import { Open } from '../decorators.js';

/** For whoever watches over the process; without a key, on every port. */
@Controller('health')
@ApiExcludeController()
export class HealthController {
  constructor(private readonly store: Store) {}

  /** The process runs. */
  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. 503 when it does not. */
  @Get('ready')
  @Open()
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const isReady = await this.store.isReady();
    response.status(isReady ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    response.setHeader('Cache-Control', 'no-store');
    return { status: isReady ? 'ok' : 'unavailable' };
  }
}
