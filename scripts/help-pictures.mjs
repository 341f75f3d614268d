// Takes the pictures of the console's help: starts a demo server, works a month on it, and visits a page of each role
// in both languages. Needs chromium and pngquant.
// usage: npm run help-pictures
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/console/pictures');
const START_LIMIT_MS = 120_000;
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const SIZE = { width: 1280, height: 800 };
const REFERRALS = 3;
/** Makes a picture a third as large. */
const COLOURS = '64';

const dataDir = mkdtempSync(join(tmpdir(), 'help-pictures-'));
Object.assign(process.env, { DATA_DIR: dataDir, DEMO: 'true', PORT: '0', HTTPS_PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'warn' });
const server = spawn(process.execPath, ['dist/src/main.js'], { cwd: ROOT, stdio: 'inherit' });
try {
  await waitForDemo();
  // It finds the demo by DATA_DIR, so it is loaded only now.
  const { athensDate, readDemo, startCalls } = await import('../examples/calls.mjs');
  const demo = readDemo();
  execFileSync(process.execPath, ['examples/month.mjs'], { cwd: ROOT, stdio: 'inherit' });
  const referral = await createReferrals(demo, athensDate(10), startCalls(demo.baseUrl, demo.caFile));
  await takePictures(demo, [
    ['agent', '/portfolio'],
    ['underwriter', `/applications/${referral}?queue=status%3D30`],
    ['issuing', '/bookings'],
    ['accounting', '/trial-balance'],
    ['admin', '/users'],
    ['auditor', '/audit'],
  ]);
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(dataDir, { recursive: true });
}

async function waitForDemo() {
  const file = join(dataDir, 'demo.json');
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await sleep(500)) {
    if (!existsSync(file)) continue;
    const { httpUrl } = JSON.parse(readFileSync(file, 'utf8'));
    const { ok } = await fetch(`${httpUrl}/health/ready`).catch(() => ({ ok: false }));
    if (ok) return;
  }
  throw new Error('The server did not become ready.');
}

/** Creates applications that wait for an underwriter, and returns the id of the first one. */
async function createReferrals({ apiKey, userKey }, startDate, { send, close }) {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
  const token = await send('POST', '/auth-api/resources/tokens', { headers, body: JSON.stringify({ 'user-key': userKey }) });
  headers['Authorization'] = `Bearer ${token.body.token}`;
  const example = readFileSync(join(ROOT, 'examples/fire-application.json'), 'utf8');
  const body = example.replace('{{startDate}}', startDate).replace('"bundle_code"', '"illegal": "1", $&');
  const ids = [];
  for (let count = 0; count < REFERRALS; count += 1) {
    const { id } = (await send('POST', '/fire-api/rsc/applications', { headers, body })).body;
    await send('PUT', `/fire-api/rsc/applications/${id}/request_approval`, { headers });
    ids.push(id);
  }
  close();
  return ids[0];
}

async function takePictures({ baseUrl, staff }, pages) {
  const executablePath = BROWSERS.find((file) => existsSync(file));
  assert(executablePath, 'On Debian: apt-get install chromium-headless-shell pngquant');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const [role, address] of pages) {
    const { email, password } = staff[role];
    for (const locale of ['el', 'en']) {
      const context = await browser.newContext({ viewport: SIZE, locale, ignoreHTTPSErrors: true });
      const page = await context.newPage();
      await page.goto(`${baseUrl}/console${address}`);
      await page.fill('input[name=email]', email);
      await page.fill('input[name=password]', password);
      await page.keyboard.press('Enter');
      await page.locator('.frame main h1').waitFor();
      await page.waitForLoadState('networkidle');
      const path = join(PICTURES, `${role}-${locale}.png`);
      await page.screenshot({ path });
      execFileSync('pngquant', ['--force', '--ext', '.png', '--strip', COLOURS, path]);
      await context.close();
    }
  }
  await browser.close();
}
