import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Open } from '../handler/decorators.js';
import { isServing, Readiness, type ReadyState } from './readiness.js';

@Controller('health')
@ApiExcludeController()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Responds with 503 while the process cannot serve. */
  @Get('ready')
  @Open()
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadyState> {
    const state = await this.readiness.state();
    response.status(isServing(state) ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    response.setHeader('Cache-Control', 'no-store');
    return state;
  }
}
