import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import { openCookieSession, COOKIE } from './cookie-session.js';

/** Prefers the headless shell, which takes a third less CPU time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Whether this machine has a browser; without one the browser tests are skipped with a warning. */
export const HAS_BROWSER = CHROMIUM !== undefined;
if (!HAS_BROWSER)
  console.warn('The browser tests are skipped because chromium is not installed. On Debian: apt-get install chromium-headless-shell.');

export const WIDE = { width: 1280, height: 860 };
export const NARROW = { width: 390, height: 844 };

/** How a page is shown: a width, with light or dark colours. */
interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** A desk, a phone, and the narrowest width at which nothing may be cut off (WCAG 1.4.10). */
export const LOOKS: readonly Look[] = [1440, 390, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

export interface VisitOptions {
  readonly role?: Role | { readonly userId: number };
  readonly language?: 'el' | 'en';
  /** Language of the browser for a first visit, when no language was chosen before. */
  readonly locale?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether the browser runs scripts. */
  readonly hasScripts?: boolean;
}

function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
}

/** A browser that visits the console of a running application and records what goes wrong. */
export class ConsoleBrowser {
  /** Violations of the content security policy, dialogs of injected scripts, and page errors. */
  readonly problems: string[] = [];
  /** Whether a page may discard typed text when it asks. */
  discardsForms = false;
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    private readonly browser: Browser,
    readonly root: string,
    private readonly running: RunningApp | null,
  ) {}

  static async start(running: RunningApp): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await launchBrowser(), `https://127.0.0.1:${running.ports.httpsPort}`, running);
  }

  /** Opens the console of a server process, where users sign in only by its pages. */
  static async connect(root: string): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await launchBrowser(), root, null);
  }

  /** Opens a page of the console in a new browser, signed in if a role is given. */
  async open(path: string, { role, language = 'el', locale, viewport = WIDE, hasScripts = true }: VisitOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport, locale, ignoreHTTPSErrors: true, javaScriptEnabled: hasScripts });
    this.contexts.push(context);
    if (role !== undefined) {
      if (this.running === null) throw new Error('A session can be created only for an application of this process.');
      const { token } = await openCookieSession(this.running, role);
      await context.addCookies([{ name: COOKIE, value: token, url: this.root, httpOnly: true, secure: true, sameSite: 'Strict' }]);
    }
    if (locale === undefined) await context.addInitScript(`localStorage?.setItem('console.language', '${language}');`);
    await context.addInitScript(
      `document.addEventListener('securitypolicyviolation', (event) => console.error('CSP ' + event.violatedDirective + ' ' + event.blockedURI));`,
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.text().startsWith('CSP ')) this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') return void (this.discardsForms ? dialog.accept() : dialog.dismiss());
      this.problems.push(`A script opened the dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${this.root}/console${path}`);
    return page;
  }

  async closePages(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }

  async stop(): Promise<void> {
    await this.closePages();
    await this.browser.close();
  }
}

export async function showIn(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: WIDE.height });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** Lists the violations of a page in each look, and makes it wide again. */
export async function findViolationsIn(page: Page, looks: readonly Look[]): Promise<string[]> {
  const violations: string[] = [];
  for (const look of looks) {
    await showIn(page, look);
    violations.push(...(await findPageViolations(page)).map((violation) => `${look.width} px, ${look.colorScheme}: ${violation}`));
  }
  await page.setViewportSize(WIDE);
  return violations;
}

/** Lists the accessibility violations that axe finds, and how much the page is wider than its window. */
export async function findPageViolations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const violations = await page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' ')))`);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return overflow > 0 ? [...violations, `${overflow} px too wide`] : violations;
}

/** Sets the user's password on the page of a mailed link, and signs in with it. */
export async function choosePassword(page: Page, email: string, password: string): Promise<void> {
  await page.fill('input[type=password]', password);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('status').first().waitFor();
  await page.locator('.links a').click();
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.keyboard.press('Enter');
}
