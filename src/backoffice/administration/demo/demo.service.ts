import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../../common/caller.js';
import { Clock } from '../../../common/clock.js';
import { Config } from '../../../config/config.js';
import type { NewAgent } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { digestOf } from '../../../identity/secret.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { DEMO_AGENTS } from './demo-cast.js';
import { DemoCustomerService } from './demo-customer.service.js';
import { demoFilePath, readDemoFile, writeDemoFile, type Addresses, type DemoFile } from './demo-file.js';
import { DemoSecretsMaker, makeStaffPasswords, type StaffPassword } from './demo-secrets-maker.js';

const KNOWN = `
  SELECT (SELECT count(*)::integer FROM api_key WHERE key_hash = ANY ($1::bytea[])) AS api_keys,
         (SELECT count(*)::integer FROM user_key WHERE key_hash = ANY ($2::bytea[])) AS user_keys`;

/** Null where there is no demo, or one stands already. */
export type FirstPasswords = Promise<readonly StaffPassword[] | null>;

/** The passwords of a first start, hashed by another thread while the database is made: after that they would take longer than all the rest. */
export async function makeFirstPasswords(config: Config): FirstPasswords {
  return config.demo && (await readDemoFile(demoFilePath(config))) === null ? makeStaffPasswords() : null;
}

/**
 * The demo's programs, keys, users, agents and customers, made once per installation and named in DATA_DIR/demo.json. Secrets are not stored in the
 * database, so when the file is gone, or names keys that the database does not know, new ones take the place of the former.
 */
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

  /** Called once the process listens, with what `makeFirstPasswords` makes. Returns the path of the file; null when there is no demo. */
  async writeFile(addresses: Addresses, firstPasswords: FirstPasswords = Promise.resolve(null)): Promise<string | null> {
    if (!this.config.demo) return null;
    const at = this.clock.now();
    for (const environment of this.config.environments) {
      for (const agent of DEMO_AGENTS) await this.createAgent({ environment, at }, agent);
      await this.customers.create({ environment, at });
    }
    const path = demoFilePath(this.config);
    const former = await readDemoFile(path);
    if (former !== null && (await this.store.transaction('gateway', (tx) => knowsKeysOf(tx, former)))) {
      await writeDemoFile(path, { ...former, ...addresses });
    } else {
      await this.makeAnew(path, addresses, (await firstPasswords) ?? (await makeStaffPasswords()));
    }
    return path;
  }

  private async makeAnew(path: string, addresses: Addresses, passwords: readonly StaffPassword[]): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      // One node at a time, whichever data directory it has.
      await lockTurn(tx, 'insurance-gateway demo');
      const former = await readDemoFile(path);
      const secrets = former !== null && (await knowsKeysOf(tx, former)) ? former : await this.secrets.make(tx, passwords);
      // Written before the commit, under the lock: should the commit fail, the next start finds keys it does not know and begins again.
      await writeDemoFile(path, { ...secrets, ...addresses });
    });
  }

  private async createAgent(occasion: Occasion, agent: NewAgent): Promise<void> {
    if ((await this.agents.find(occasion.environment, agent.code)) !== null) return;
    try {
      await this.agents.create(occasion, agent);
    } catch (error) {
      // Another node may have been quicker.
      if ((await this.agents.find(occasion.environment, agent.code)) === null) throw error;
    }
  }
}

async function knowsKeysOf(tx: Transaction, file: DemoFile): Promise<boolean> {
  const apiKeys = [file.apiKey, file.secondAgent.apiKey].map(digestOf);
  const userKeys = [file.userKey, file.secondAgent.userKey, file.supervisor.userKey].map(digestOf);
  const [known] = await tx.query<{ api_keys: number; user_keys: number }>(KNOWN, [apiKeys, userKeys]);
  return known?.api_keys === apiKeys.length && known.user_keys === userKeys.length;
}
