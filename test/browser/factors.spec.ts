import type { CDPSession, Page } from 'playwright-core';
import { ConsoleBrowser, findPageViolations, HAS_BROWSER } from '../support/browser.js';
import { calculateCode, createPasswordUser, FACTOR_PASSWORD } from '../support/factors.js';
import { FireApp } from '../support/fire-app.js';
import { createStaff } from '../support/staff-client.js';

const TEXTS = {
  el: {
    setUp: 'Ορισμός εφαρμογής κωδικών',
    continue: 'Συνέχεια',
    confirm: 'Επιβεβαίωση',
    saved: 'Τους φύλαξα',
    add: 'Προσθήκη passkey',
    usePasskey: 'Χρήση passkey',
    alone: 'Σύνδεση με passkey',
    remove: /Κατάργηση του passkey/,
    required: 'Ο ρόλος σας απαιτεί δεύτερο παράγοντα',
  },
  en: {
    setUp: 'Set up authenticator app',
    continue: 'Continue',
    confirm: 'Confirm',
    saved: 'I have saved them',
    add: 'Add passkey',
    usePasskey: 'Use passkey',
    alone: 'Sign in with a passkey',
    remove: /Remove passkey/,
    required: 'Your role requires a second factor',
  },
} as const;
const LANGUAGES = ['el', 'en'] as const;

(HAS_BROWSER ? describe : describe.skip)('second factors in a browser', () => {
  let app: FireApp;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    app = await FireApp.start();
    // Passkeys need a name instead of an address.
    visitor = await ConsoleBrowser.connect(`https://localhost:${app.running.ports.httpsPort}`);
  });
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await app.stop();
  });

  const signIn = async (page: Page, email: string): Promise<void> => {
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', FACTOR_PASSWORD);
    await page.keyboard.press('Enter');
  };
  const advance = (): void => app.clock.set(app.clock.now().getTime() + 60_000);

  async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, id };
  }

  it.each(LANGUAGES)('a role that must have one sets up an app first, and signs in with its code (%s)', async (language) => {
    const t = TEXTS[language];
    const { client: admin } = await createStaff(app.running, 'admin');
    await admin.put('/backoffice-api/settings/sign-in', { secondFactorRoles: ['issuing'] });
    const { email } = await createPasswordUser(app.running);
    const page = await visitor.open('/suspense', { language });
    await signIn(page, email);
    await page.getByText(t.required).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t.setUp }).click();
    await page.fill('input[name=password]', FACTOR_PASSWORD);
    await page.getByRole('button', { name: t.continue }).click();
    const secret = (await page.locator('[role=dialog] code').textContent()) ?? '';
    expect(await page.evaluate<number>(`document.querySelector('[role=dialog] img').naturalWidth`)).toBeGreaterThan(0);
    expect(await findPageViolations(page)).toEqual([]);
    await page.fill('input[name=code]', calculateCode(secret.trim(), app.clock.now()));
    await page.getByRole('button', { name: t.confirm }).click();
    await page.getByRole('button', { name: t.saved }).click();
    await page.locator('nav.side').waitFor({ state: 'attached' });
    await admin.put('/backoffice-api/settings/sign-in', { secondFactorRoles: [] });

    advance();
    const again = await visitor.open('/suspense', { language });
    await signIn(again, email);
    await again.fill('input[name=code]', '000000');
    await again.keyboard.press('Enter');
    await again.getByRole('alert').waitFor();
    expect(await findPageViolations(again)).toEqual([]);
    await again.fill('input[name=code]', calculateCode(secret.trim(), app.clock.now()));
    await again.keyboard.press('Enter');
    await again.locator('nav.side').waitFor({ state: 'attached' });
  });

  it.each(LANGUAGES)(
    'a passkey is registered, signs in after the password and alone, and is refused once removed (%s)',
    async (language) => {
      const t = TEXTS[language];
      const { email, userId } = await createPasswordUser(app.running);
      const page = await visitor.open('/factors/mine', { language });
      await addAuthenticator(page);
      await signIn(page, email);
      await page.getByRole('button', { name: t.add }).click();
      await page.fill('[role=dialog] input[name=password]', FACTOR_PASSWORD);
      await page.fill('[role=dialog] input[name=name]', 'Laptop');
      await page.getByRole('button', { name: t.confirm }).click();
      await page.getByRole('button', { name: t.saved }).click();
      await page.getByText('Laptop').waitFor();
      expect(await findPageViolations(page)).toEqual([]);

      const signOut = async (): Promise<void> => {
        await app.running.parts.store.query('gateway', 'DELETE FROM staff_session WHERE user_id = $1', [userId]);
        await page.reload();
      };
      await signOut();
      await signIn(page, email);
      await page.getByRole('button', { name: t.usePasskey }).click();
      await page.getByText('Laptop').waitFor();

      await signOut();
      await page.getByRole('button', { name: t.alone }).click();
      await page.getByRole('button', { name: t.usePasskey }).click();
      await page.getByText('Laptop').waitFor();

      await page.getByRole('button', { name: t.remove }).click();
      await page.fill('[role=dialog] input[name=password]', FACTOR_PASSWORD);
      await page.getByRole('button', { name: t.confirm }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText('Laptop').waitFor({ state: 'detached' });
      await signOut();
      await page.getByRole('button', { name: t.alone }).click();
      await page.getByRole('button', { name: t.usePasskey }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.locator('nav.side').count()).toBe(0);
    },
  );
});
