import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { explain, OperatorError } from './operator-error.js';

const CANNOT_DO = 2;

export interface CommandOutcome {
  readonly text: string;
  readonly exitCode: number;
}

export async function runCommand(command: () => Promise<string | CommandOutcome>): Promise<void> {
  try {
    const outcome = await command();
    const { text, exitCode } = typeof outcome === 'string' ? { text: outcome, exitCode: 0 } : outcome;
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = CANNOT_DO;
  }
}

export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  return withOperatorError(`\nUsage: ${usage}`, () => parseArgs({ args: [...args], options, allowPositionals: true }));
}

export function readTextFile(file: string): string {
  return withOperatorError('', () => readFileSync(file, 'utf8'));
}

function withOperatorError<T>(addition: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}${addition}`);
  }
}
