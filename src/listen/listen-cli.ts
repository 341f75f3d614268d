import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../common/operator-error.js';
import { runCommand } from '../common/run-command.js';
import { readConfig } from '../config/config.js';
import { type GatewayAccess, readGatewayAccess } from '../config/gateway-access.js';
import { GatewayClient } from './gateway-client.js';
import { Listener } from './listener.js';
import { readListenOptions } from './listen-options.js';

type Access = Required<Omit<GatewayAccess, 'caFile'>> & GatewayAccess;

/** `npm run listen -- --forward-to URL`: what a webhook would get, to a receiver on this machine that no webhook reaches. */
async function listen(args: readonly string[]): Promise<string> {
  const options = readListenOptions(args, readGatewayAccess());
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const { access, environment, forwardTo, secret } = options;
  const findAccess = (): Promise<Access> => (access.url === undefined ? readDemo(access) : Promise.resolve(access as Access));
  const { url } = await findAccess();
  print(`Events of the ${environment} of ${url} go to ${forwardTo.href}`);
  print(`Signed with ${secret}`);
  const client = new GatewayClient(findAccess, environment, ending.signal);
  const cursor = await new Listener(client, options, print, ending.signal).run();
  return cursor === undefined ? 'Ended.' : `Ended. To go on from here: --after ${cursor}`;
}

/** Read at every call: each start of the server writes it anew. Keys that were given go before those of the demo. */
async function readDemo(given: GatewayAccess): Promise<Access> {
  const file = join(readConfig().dataDir, 'demo.json');
  try {
    const { baseUrl, apiKey, userKey, caFile } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string | null>;
    if (!baseUrl || !apiKey || !userKey) throw new SyntaxError('not a demo file');
    return {
      url: baseUrl,
      apiKey: given.apiKey ?? apiKey,
      userKey: given.userKey ?? userKey,
      caFile: given.caFile ?? caFile ?? undefined,
    };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new OperatorError(
      `Cannot read ${file} (${reason}). Start the server first (npm start), or name a gateway: --url, --api-key and --user-key.`,
    );
  }
}

await runCommand(() => listen(process.argv.slice(2)));
