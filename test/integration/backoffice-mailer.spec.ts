import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MailTextService } from '../../src/backoffice/access/mail/mail-text.service.js';
import { Mailer } from '../../src/mail/mailer.js';
import type { Config } from '../../src/config/config.js';
import { MailServer } from '../support/mail-server.js';
import { readOutbox } from '../support/outbox.js';
import { buildTestConfig } from '../support/running.js';
import { ManualClock } from '../support/manual-clock.js';
import { createTemporaryFolder } from '../support/temporary.js';
import { eventually } from '../support/eventually.js';

const clock = new ManualClock('2026-11-20T08:00:00Z');
const MARIA = { name: '', address: 'maria@broker.example' };
const MAIL = { to: MARIA, subject: 'Νέος κωδικός', text: 'https://x.example/passwords?token=abc\nΓεια σας' };

async function createMailer(changes: Partial<Config>): Promise<{ mailer: Mailer; config: Config }> {
  const config = buildTestConfig(await createTemporaryFolder(), changes);
  return { mailer: new Mailer(config, clock), config };
}

describe('the mailer', () => {
  it('writes mails as files, readable only by their owner, without a server', async () => {
    const { mailer, config } = await createMailer({ mailFrom: { name: 'Gateway', address: 'no-reply@insurer.example' } });
    await mailer.send({ ...MAIL, subject: 'One\r\nBcc: everybody@x.example\u2028X: y\u0085Z' });
    const folder = join(config.dataDir, 'outbox');
    const [name = '', ...more] = await readdir(folder);
    expect([name.endsWith('.eml'), more]).toEqual([true, []]);
    const text = await readFile(join(folder, name), 'utf8');
    expect(text.split('\n\n', 1)[0]?.split('\n')).toEqual([
      'From: Gateway <no-reply@insurer.example>',
      'To: maria@broker.example',
      'Subject: One Bcc: everybody@x.example X: y Z',
      'Date: Fri, 20 Nov 2026 08:00:00 GMT',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ]);
    expect(text).toContain('Γεια σας');
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('keeps the order of mails sent at one moment', async () => {
    const { mailer, config } = await createMailer({});
    const people = Array.from({ length: 12 }, (_, index) => `person${index}@broker.example`);
    await Promise.all(people.map((to) => mailer.send({ ...MAIL, to: { name: '', address: to } })));
    expect((await readOutbox(config.dataDir)).map(({ to }) => to)).toEqual(people);
  });

  it('sends mails to the server when there is one', async () => {
    const server = new MailServer('250 ok');
    const { mailer, config } = await createMailer({
      smtpUrl: await server.listen(),
      mailFrom: { name: 'Insurer, "Inc."', address: 'no-reply@insurer.example' },
    });
    await mailer.send(MAIL);
    await mailer.settled();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toContain('To: maria@broker.example');
    expect(server.envelopes).toEqual(['MAIL FROM:<no-reply@insurer.example>', 'RCPT TO:<maria@broker.example>']);
    expect(await readOutbox(config.dataDir)).toEqual([]);
    await mailer.onApplicationShutdown();
    server.close();
  });

  // Input checks refuse these addresses. The mailer itself neither mails others nor adds header lines.
  it.each([
    'a:victim@x.example',
    'a@x.example, victim@x.example',
    'a@x.example; victim@x.example',
    'Maria <victim@x.example>',
    'a@x.example>\r\nRCPT TO:<victim@x.example',
    'a@x.example\r\nBcc: victim@x.example',
    'a@x.example\u2028Bcc: victim@x.example',
    '"victim@x.example"@y.example',
  ])('finds no second address in %j', async (address) => {
    const server = new MailServer('250 ok');
    const { mailer } = await createMailer({ smtpUrl: await server.listen() });
    await mailer.send({ ...MAIL, to: { name: '', address }, subject: 'One\r\nBcc: victim@x.example' });
    await eventually('the mail arrives', () => server.mails.length > 0);
    await mailer.onApplicationShutdown();
    const recipients = server.envelopes.filter((line) => line.startsWith('RCPT'));
    expect(recipients).toEqual([expect.stringMatching(/^RCPT TO:<"[^"]+"@[xy]\.example>$/)]);
    for (const mail of server.mails) expect(mail.split('\n\n', 1)[0]).not.toMatch(/(?:^|\n)(?:Bcc|Cc|To: victim)/i);
    server.close();
  });

  it('leaves mails that the server refuses in the outbox when the process ends', async () => {
    const server = new MailServer('550 nobody of this name');
    const { mailer, config } = await createMailer({ smtpUrl: await server.listen() });
    await mailer.send(MAIL);
    await mailer.onApplicationShutdown();
    expect(server.mails).toEqual([]);
    expect((await readOutbox(config.dataDir)).map(({ to }) => to)).toEqual([MARIA.address]);
    server.close();
  });

  it('tries three times, then leaves the mail in the outbox', async () => {
    const server = new MailServer('451 not now');
    const { mailer, config } = await createMailer({ smtpUrl: await server.listen() });
    await mailer.send(MAIL);
    await mailer.settled();
    expect((await readOutbox(config.dataDir)).map(({ to }) => to)).toEqual([MARIA.address]);
    await mailer.onApplicationShutdown();
    server.close();
  });
});

describe('the links in mails', () => {
  it.each([
    [{ publicUrl: 'https://gateway.insurer.example/base' }, 'https://gateway.insurer.example/base/backoffice-api/'],
    [{ publicUrl: null, host: '::1', httpsPort: 8443 }, 'https://[::1]:8443/backoffice-api/'],
    [{ publicUrl: 'https://x.example', environments: ['production'] }, 'https://x.example/backoffice-api/'],
    [{ publicUrl: 'https://x.example/base', environments: ['sandbox'] }, 'https://x.example/base/dev/backoffice-api/'],
  ] as const)('with %j lead there where there is no console', async (changes, base) => {
    const letters = new MailTextService(buildTestConfig(await createTemporaryFolder(), changes), false);
    expect(letters.invitation('a@b.example', 'abc').text).toContain(`${base}passwords?token=abc`);
    expect(letters.reset('a@b.example', 'abc').text).toContain(`${base}passwords?token=abc`);
    expect(letters.verification('a@b.example', 'abc').text).toContain(`${base}signup/verify?token=abc`);
    expect(letters.knownAddress('a@b.example').text).toContain(`\n${base}passwords/reset\n`);
  });

  it.each([
    [{ publicUrl: 'https://x.example/base' }, 'https://x.example/base/console/', 'https://x.example/base/console/dev/'],
    [{ publicUrl: null, host: '::1', httpsPort: 8443 }, 'https://[::1]:8443/console/', 'https://[::1]:8443/console/dev/'],
    [{ publicUrl: 'https://x.example', environments: ['sandbox'] }, 'https://x.example/console/dev/', 'https://x.example/console/dev/'],
  ] as const)('with %j lead to the pages of the console, in the environment of the reader', async (changes, home, sandbox) => {
    const letters = new MailTextService(buildTestConfig(await createTemporaryFolder(), changes), true);
    expect(letters.invitation('a@b.example', 'abc').text).toContain(`\n${home}password?token=abc\n`);
    expect(letters.reset('a@b.example', 'abc').text).toContain(`\n${home}password?token=abc\n`);
    expect(letters.reset('a@b.example', 'abc', 'sandbox').text).toContain(`\n${sandbox}password?token=abc\n`);
    const { text } = letters.verification('a@b.example', 'abc');
    expect(text).toContain(`\n${sandbox}signup/verify?token=abc\n`);
    expect(letters.knownAddress('a@b.example').text).toContain(`\n${sandbox}password/forgotten\n`);
  });

  it('carries a greeting, the same text in Greek and English, and the name of the insurer', async () => {
    const mailFrom = { name: 'Ασφαλιστική Α.Ε.', address: 'no-reply@insurer.example' };
    const letters = new MailTextService(buildTestConfig(await createTemporaryFolder(), { publicUrl: 'https://x.example', mailFrom }), true);
    const notice = { id: 7, userId: 1, url: 'https://b.example/hooks?secret=s', claimedUntil: clock.now() };
    const mails = [
      letters.invitation('a@b.example', 'abc'),
      letters.reset('a@b.example', 'abc'),
      letters.verification('a@b.example', 'abc'),
      letters.knownAddress('a@b.example'),
      letters.failingWebhook('a@b.example', notice, 'sandbox'),
    ];
    for (const { text } of mails) {
      const [greek = '', english = ''] = text.split('――――');
      expect(greek).toMatch(/^Γεια σας,\n\n[^]+\n\nhttps:\S+\n\n[^]*Με εκτίμηση,\nΑσφαλιστική Α\.Ε\.\n/);
      expect(english).toMatch(/^\s+Hello,\n\n[^]+\n\nhttps:\S+\n\n[^]*Kind regards,\nΑσφαλιστική Α\.Ε\.\n/);
      expect(text).not.toMatch(/POST|PUT|secret=/);
    }
  });
});
