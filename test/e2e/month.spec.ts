import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DemoService } from '../../src/backoffice/administration/demo/demo.service.js';
import { getCertificateFile } from '../../src/gateway/server/certificate.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { FireApp } from '../support/fire-app.js';

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, '../..');

let app: FireApp;

beforeAll(async () => {
  app = await FireApp.start({ demo: true });
  const { ports, database } = app.running;
  const baseUrl = `https://127.0.0.1:${ports.httpsPort}`;
  await app.running.app
    .get(DemoService, { strict: false })
    .writeFile({ baseUrl, httpUrl: `http://127.0.0.1:${ports.port}`, caFile: getCertificateFile(database.config) });
});
afterAll(() => app.stop());

/** Runs the walkthrough of the month on a day. */
function walk(...work: string[]): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: app.running.database.config.dataDir, WALKTHROUGH_DAY: app.clock.today() };
    const child = spawn(process.execPath, ['examples/month.mjs', ...work], { cwd: ROOT, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
}

describe('the walkthrough of a month at the insurer', () => {
  it('goes from the first statement to books that agree with the bank', async () => {
    app.clock.set('2026-11-24T08:00:00Z');
    const { exitCode, output } = await walk();
    expect([exitCode, output]).toEqual([0, expect.stringContaining('Done. From the first day of the next month')]);
    for (const line of [
      /IN-\w+-1: 332.64 EUR, PAID/,
      /SUSPENSE$/m,
      /FEE-\w+: 2.5 EUR, BOOKED/,
      /SET-\w+: 500 EUR, DUPLICATE/,
      /50 EUR, PAYOUT/,
    ])
      expect(output).toMatch(line);
    expect(output).toContain('books 830.14, statements 830.14, difference 0');
    expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
  });

  it('is not closed before its end', async () => {
    const { exitCode, output } = await walk('close', '2026-11');
    expect([exitCode, output]).toEqual([1, expect.stringContaining('"error":"-104"')]);
  });

  it('ends with the commission of the month, a trial balance of zero and the closed month', async () => {
    app.clock.set('2026-12-01T08:00:00Z');
    const { exitCode, output } = await walk('close', '2026-11');
    expect([exitCode, output]).toEqual([0, expect.stringContaining('Done: 2026-11 is ')]);
    expect(output).toMatch(/^ {2}1 drafts, 0 approved$/m);
    expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
  });
});
