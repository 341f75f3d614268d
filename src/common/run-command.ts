import { explain } from './operator-error.js';

const CANNOT_DO = 2;

export interface CommandOutcome {
  readonly text: string;
  readonly exitCode: number;
}

/** A command of the operator: prints what it returns, or on standard error why it cannot be done, with exit code 2. */
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
