import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { PartyRegisterService } from './party-register.service.js';

const INTERVAL_MS = 2_000;

/** Brings the register up to date from the start of the process on, one pass at a time. A pass that fails is tried again at the next tick. */
@Injectable()
export class PartyRegisterScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(PartyRegisterScheduler.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly config: Config,
    private readonly register: PartyRegisterService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    this.running ??= this.pass().finally(() => (this.running = null));
  }

  private async pass(): Promise<void> {
    for (const environment of this.config.environments) {
      try {
        await this.register.run({ environment, at: this.clock.now() });
      } catch (error) {
        this.logger.warn(
          `The register of persons in ${environment} waits for its next pass: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  }
}
