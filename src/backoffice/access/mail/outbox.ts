import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailAddress, mailboxText } from '../../../common/mail-address.js';
import type { Mail } from './mail.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NUMBER_DIGITS = 9;
// Also those that no mail program should take for one.
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Mails left by this process: those of one millisecond lie in their order too. */
let left = 0;

/** Leaves the mail in the folder as a file that mail programs open, readable by the owner only: it carries a secret. Names ascend with time. */
export async function leaveInOutbox(folder: string, from: MailAddress, mail: Mail, now: Date): Promise<void> {
  left += 1;
  const name = `${now.toISOString().replaceAll(':', '')}-${String(left).padStart(NUMBER_DIGITS, '0')}-${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const draft = join(folder, `.${name}`);
  await writeFile(draft, toText(from, mail, now), { mode: FILE_MODE });
  await rename(draft, join(folder, `${name}.eml`));
}

function toText(from: MailAddress, { to, subject, text }: Mail, now: Date): string {
  const headers = {
    From: mailboxText(from),
    To: mailboxText(to),
    Subject: subject,
    Date: now.toUTCString(),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(LINE_BREAKS, ' ')}`);
  return `${lines.join('\n')}\n\n${text}\n`;
}
