import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OutboxMail {
  readonly to: string;
  readonly text: string;
  /** One-time token of the link. */
  readonly token: string;
  readonly link: string;
}

/** Reads the mails in DATA_DIR/outbox, oldest first. */
export async function readOutbox(dataDir: string): Promise<OutboxMail[]> {
  const folder = join(dataDir, 'outbox');
  const files = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    files
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return texts.map((text) => {
    const link = /https?:\/\/\S+\?token=([A-Za-z0-9]+)/.exec(text);
    return { to: /^To: (.*)$/m.exec(text)?.[1] ?? '', text, token: link?.[1] ?? '', link: link?.[0] ?? '' };
  });
}
