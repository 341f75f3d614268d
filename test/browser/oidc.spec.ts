import { openOidcConsole, type OidcConsole } from '../support/oidc-console.js';
import { findPageViolations, HAS_BROWSER } from '../support/browser.js';

const TEXTS = {
  el: { button: 'Σύνδεση με Insurer login', refused: 'Ζητήστε πρόσκληση', sessions: 'Οι συνδέσεις μου', out: 'Αποσύνδεση' },
  en: { button: 'Sign in with Insurer login', refused: 'Ask an administrator', sessions: 'My sessions', out: 'Sign out' },
} as const;

(HAS_BROWSER ? describe : describe.skip)('the sign-in at the provider in a browser', () => {
  let consoles: OidcConsole;

  beforeAll(async () => {
    consoles = await openOidcConsole();
  });
  afterEach(async () => {
    await consoles.visitor.closePages();
    expect(consoles.visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(() => consoles.stop());

  it.each(['el', 'en'] as const)('leads to the requested page, lists the session and signs out at the provider (%s)', async (language) => {
    const { visitor, provider, email } = consoles;
    provider.subject = 'maria';
    provider.people.set('maria', { email, email_verified: true });
    const page = await visitor.open('/policies?text=abc', { language });
    const button = page.getByRole('link', { name: TEXTS[language].button });
    await button.waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await button.click();
    await page.locator('.frame').waitFor();
    expect(page.url()).toBe(`${visitor.root}/console/policies?text=abc`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('link', { name: TEXTS[language].sessions }).click();
    await page.getByRole('heading', { name: TEXTS[language].sessions }).waitFor();
    await page.getByRole('table').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: TEXTS[language].out, exact: true }).click();
    await page.waitForURL(`${provider.issuer}/**`);
  });

  it.each(['el', 'en'] as const)('says what a person without access can do (%s)', async (language) => {
    const { visitor, provider } = consoles;
    provider.subject = 'stranger';
    provider.people.set('stranger', { email: 'stranger@insurer.example', email_verified: true });
    const page = await visitor.open('/', { language });
    await page.getByRole('link', { name: TEXTS[language].button }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain(TEXTS[language].refused);
    expect(page.url()).toBe(`${visitor.root}/console/sign-in/provider`);
    expect(await findPageViolations(page)).toEqual([]);
    expect(await page.locator('.frame').count()).toBe(0);
  });
});
