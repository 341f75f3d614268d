import { findAccess, readGatewayAccess } from '../config/gateway-access.js';
import { GatewayFeed } from './gateway-feed.js';
import { Listener } from './listener.js';
import { readListenOptions } from './listen-options.js';

export async function runListen(args: readonly string[]): Promise<string> {
  const options = readListenOptions(args, readGatewayAccess());
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const { access, environment, forwardTo, secret } = options;
  const { url } = await findAccess(access);
  print(`Events of the ${environment} of ${url} go to ${forwardTo.href}`);
  print(`Signed with ${secret}`);
  const feed = new GatewayFeed(() => findAccess(access), environment, ending.signal);
  const cursor = await new Listener(feed, options, print, ending.signal).run();
  return cursor === undefined ? 'Ended.' : `Ended. To continue from here: --after ${cursor}`;
}
