import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A page of the documentation whose code blocks can be run. */
export class PageBlocks {
  private constructor(readonly text: string) {}

  /** Reads a page by its path from the root of the project. */
  static async read(name: string): Promise<PageBlocks> {
    return new PageBlocks(await readFile(join(ROOT, name), 'utf8'));
  }

  /** Lists the blocks of a language in order. */
  listBlocks(language: string): string[] {
    return [...this.text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);
  }

  /** Runs the shell blocks after the first `skipped` ones in one shell. Rejects when a command fails. */
  run(dataDir: string, skipped = 0): Promise<string> {
    return new Promise((resolve, reject) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, HOME: dataDir };
      const shell = spawn('bash', ['-euo', 'pipefail', '-c', this.listBlocks('sh').slice(skipped).join('\n')], { cwd: ROOT, env });
      let output = '';
      for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      shell.once('close', (code) =>
        code === 0 ? resolve(output) : reject(new Error(`A block of the page failed with ${code}:\n${output}`)),
      );
    });
  }
}
