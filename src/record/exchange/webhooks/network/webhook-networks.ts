import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { Config } from '../../../../config/config.js';
import { NetworkRules } from './network-rules.js';

/** Network rules of each environment that is served. */
@Injectable()
export class WebhookNetworks {
  private readonly ownPorts: Set<number>;
  private readonly rules: ReadonlyMap<Environment, NetworkRules>;

  constructor(config: Config) {
    // 0 is a port that the system chooses; `addOwnPorts` adds it.
    this.ownPorts = new Set([config.port, config.httpsPort, config.adminPort].filter((port) => port !== 0));
    this.rules = new Map(config.environments.map((environment) => [environment, new NetworkRules(config, environment, this.ownPorts)]));
  }

  rulesOf(environment: Environment): NetworkRules {
    const rules = this.rules.get(environment);
    if (rules === undefined) throw new Error(`Environment ${environment} is not served.`);
    return rules;
  }

  /** Adds ports that are never sent to on this machine. */
  addOwnPorts(ports: readonly number[]): void {
    ports.forEach((port) => this.ownPorts.add(port));
  }
}
