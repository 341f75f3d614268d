import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import { Clock } from '../../../common/clock.js';
import { Config } from '../../../config/config.js';
import type { NewAgent } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { hashSecret } from '../../../identity/secret.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { DEMO_AGENTS } from './demo-cast.js';
import { DemoCustomerService } from './demo-customer.service.js';
import { getDemoFilePath, readDemoFile, writeDemoFile, type Addresses, type DemoFile } from './demo-file.js';
import { DemoSecretsMaker, createStaffPasswords, type StaffPassword } from './demo-secrets-maker.js';

const KNOWN = `
  SELECT (SELECT count(*)::integer FROM api_key WHERE key_hash = ANY ($1::bytea[])) AS api_keys,
         (SELECT count(*)::integer FROM user_key WHERE key_hash = ANY ($2::bytea[])) AS user_keys`;

export type FirstPasswords = Promise<readonly StaffPassword[] | null>;

export async function createFirstPasswords(config: Config): FirstPasswords {
  return config.demo && (await readDemoFile(getDemoFilePath(config))) === null ? createStaffPasswords() : null;
}

/** Creates the demo once per installation; replaces unknown secrets. */
@Injectable()
export class DemoService {
  constructor(
    private readonly config: Config,
    private readonly store: Store,
    private readonly agents: AgentService,
    private readonly customers: DemoCustomerService,
    private readonly secrets: DemoSecretsMaker,
    private readonly clock: Clock,
  ) {}

  async writeFile(addresses: Addresses, firstPasswords: FirstPasswords = Promise.resolve(null)): Promise<string | null> {
    if (!this.config.demo) return null;
    const at = this.clock.now();
    for (const environment of this.config.environments) {
      for (const agent of DEMO_AGENTS) await this.createAgent({ environment, at }, agent);
      await this.customers.create({ environment, at });
    }
    const path = getDemoFilePath(this.config);
    const previous = await readDemoFile(path);
    if (previous !== null && (await this.store.transaction('gateway', (tx) => hasKnownKeys(tx, previous)))) {
      await writeDemoFile(path, { ...previous, ...addresses });
    } else {
      await this.createSecrets(path, addresses, (await firstPasswords) ?? (await createStaffPasswords()));
    }
    return path;
  }

  private async createSecrets(path: string, addresses: Addresses, passwords: readonly StaffPassword[]): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      await lockTurn(tx, 'insurance-gateway demo');
      const previous = await readDemoFile(path);
      const secrets = previous !== null && (await hasKnownKeys(tx, previous)) ? previous : await this.secrets.make(tx, passwords);
      // Written before the commit: if the commit fails, the next start finds unknown keys and creates new ones.
      await writeDemoFile(path, { ...secrets, ...addresses });
    });
  }

  private async createAgent(context: OperationContext, agent: NewAgent): Promise<void> {
    if ((await this.agents.find(context.environment, agent.code)) !== null) return;
    try {
      await this.agents.create(context, agent);
    } catch (error) {
      // Another node may have created the agent meanwhile.
      if ((await this.agents.find(context.environment, agent.code)) === null) throw error;
    }
  }
}

async function hasKnownKeys(tx: Transaction, file: DemoFile): Promise<boolean> {
  const apiKeys = [file.apiKey, file.secondAgent.apiKey].map(hashSecret);
  const userKeys = [file.userKey, file.secondAgent.userKey, file.supervisor.userKey].map(hashSecret);
  const [known] = await tx.query<{ api_keys: number; user_keys: number }>(KNOWN, [apiKeys, userKeys]);
  return known?.api_keys === apiKeys.length && known.user_keys === userKeys.length;
}
