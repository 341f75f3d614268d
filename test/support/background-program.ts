import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 120_000;

/** A program that runs until it is stopped, and its output. */
export class BackgroundProgram {
  /** Resolves to the exit code, or to the signal that ended the program. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private text = '';
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.text += text;
        this.waiting.forEach((look) => look());
      });
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? -1)));
    void this.ended.then(() => this.waiting.forEach((look) => look()));
  }

  /** Runs `node` with these arguments in the root of the project. */
  static start(args: readonly string[], env: NodeJS.ProcessEnv): BackgroundProgram {
    return new BackgroundProgram(
      spawn(process.execPath, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  get output(): string {
    return this.text;
  }

  /** Waits for the first match in the whole output. Rejects when the program ends without one. */
  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        this.waiting.delete(look);
        clearTimeout(timer);
        settle();
      };
      const fail = (why: string): void => done(() => reject(new Error(`${why} without ${String(pattern)}:\n${this.text}`)));
      const look = (): void => {
        const match = pattern.exec(this.text);
        if (match !== null) done(() => resolve(match));
        else if (this.child.exitCode !== null || this.child.signalCode !== null) fail('The program ended');
      };
      const timer = setTimeout(() => fail('The program timed out'), TIMEOUT_MS);
      this.waiting.add(look);
      look();
    });
  }

  stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | NodeJS.Signals> {
    this.child.kill(signal);
    return this.ended;
  }
}
