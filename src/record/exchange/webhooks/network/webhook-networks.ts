import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { Config } from '../../../../config/config.js';
import { NetworkRules } from './network-rules.js';

@Injectable()
export class WebhookNetworks {
  private readonly ownPorts: Set<number>;
  private readonly rules: ReadonlyMap<Environment, NetworkRules>;

  constructor(config: Config) {
    // For port 0 the system chooses a port, which `addOwnPorts` adds.
    this.ownPorts = new Set([config.port, config.httpsPort, config.adminPort].filter((port) => port !== 0));
    this.rules = new Map(config.environments.map((environment) => [environment, new NetworkRules(config, environment, this.ownPorts)]));
  }

  getRules(environment: Environment): NetworkRules {
    const rules = this.rules.get(environment);
    if (rules === undefined) throw new Error(`This process does not serve the environment ${environment}.`);
    return rules;
  }

  addOwnPorts(ports: readonly number[]): void {
    ports.forEach((port) => this.ownPorts.add(port));
  }
}
