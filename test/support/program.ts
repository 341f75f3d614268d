import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';

/** Whether a program is installed. Throws with CI=true, where no test may be skipped. */
export function isInstalled(program: string, hint: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.some((folder) => isExecutable(join(folder, program)));
  if (!found && process.env.CI === 'true')
    throw new Error(`${program} is not installed (${hint}), and with CI=true no test may be skipped.`);
  if (!found) process.stderr.write(`SKIPPED: tests that need ${program}, which is not installed (${hint}).\n`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program and returns its output. Throws when it fails. */
export function runProgram(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs an operator command such as `backup FILE` with these environment variables and PATH. */
export async function runCommand(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<CommandResult> {
  const child = spawn(process.execPath, ['scripts/command.mjs', ...args], { env: { PATH: process.env.PATH, ...variables } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Finds a free port of this machine. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
