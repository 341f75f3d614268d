import { OperatorError } from '../common/operator-error.js';
import { runCommand, type CommandOutcome } from '../common/run-command.js';
import { findAccess, readGatewayAccess } from '../config/gateway-access.js';
import { type SandboxCheck, CHECKS } from './checks.js';
import { readCertifyOptions } from './certify-options.js';
import type { HttpResponse } from '../listen/http-call.js';
import { bodyOf, CheckFailed, Sandbox } from './sandbox.js';
import { reset } from './time.js';

/** What an agent may have; another service than the key is granted has nothing of it. */
const LISTS = ['/fire-api/rsc/applications?limit=1', '/mtr-api/resources/applications?limit=1'];

/** `npm run certify -- --key … --user-key …`: plays what a program must be able to meet, with an agent of the sandbox, and prints what comes back. */
async function certify(args: readonly string[]): Promise<CommandOutcome> {
  const { access, only, resets } = readCertifyOptions(args, readGatewayAccess());
  const known = await findAccess(access);
  const sandbox = new Sandbox(known, (line) => void process.stdout.write(`${line}\n`));
  sandbox.print(`The sandbox of ${known.url}`);
  await sandbox.open();
  if (resets) await reset(sandbox);
  else await requireEmpty(sandbox);
  const failed: string[] = [];
  const checks = CHECKS.filter(({ name }) => only.has(name));
  for (const check of checks) if (!(await passes(check, sandbox))) failed.push(check.name);
  const outcome = failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`;
  return { text: `\n${checks.length} checks, ${outcome}.`, exitCode: failed.length === 0 ? 0 : 1 };
}

async function passes({ name, about, play }: SandboxCheck, sandbox: Sandbox): Promise<boolean> {
  sandbox.print(`\n${name}: ${about}`);
  try {
    await play(sandbox);
    sandbox.print('   passed');
    return true;
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    sandbox.print(`   ✗ ${error.message}\n   FAILED`);
    return false;
  }
}

/** @throws OperatorError when months that pass would end what somebody works with */
async function requireEmpty(sandbox: Sandbox): Promise<void> {
  for (const list of LISTS) {
    const answer = await sandbox.send('GET', list);
    if (answer !== null && countIn(answer) > 0) throw new OperatorError(NOT_EMPTY);
  }
}

/** A list has its total in a header, one of vehicles in its body. */
function countIn(answer: HttpResponse): number {
  return Number(answer.headers['x-total-count'] ?? bodyOf<{ total?: number }>(answer).total ?? 0);
}

const NOT_EMPTY = `The agent of the user-key has applications. The checks let more than a year pass for it, in which they would expire or lapse.
Take a user-key of an agent of its own, or begin with --reset: everything that this agent has in the sandbox is deleted then.`;

await runCommand(() => certify(process.argv.slice(2)));
