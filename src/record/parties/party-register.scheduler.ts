import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
import { PartyRegisterService } from './party-register.service.js';

const INTERVAL_MS = 2_000;

/** Brings the register up to date. */
@Injectable()
export class PartyRegisterScheduler extends PeriodicWork<Environment> {
  private readonly logger = new Logger(PartyRegisterScheduler.name);

  constructor(
    config: Config,
    private readonly register: PartyRegisterService,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  protected async pass(environment: Environment): Promise<void> {
    await this.register.run({ environment, at: this.clock.now() });
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`The register of persons in ${environment} waits for its next pass: ${reason}`);
  }
}
