import { formatMoment } from '../../../common/formats.js';
import { hasConsole } from '../../../common/package-root.js';
import type { Environment } from '../../../common/environment.js';
import { LANGUAGES, type Language, type Text } from '../../../common/language.js';
import type { Config } from '../../../config/config.js';
import { isPasswordAllowed } from '../../common/password-access.js';
import type { Mail } from '../../../mail/mail-transport.js';
import type { NoticedKey } from './key-notice.repository.js';
import type { WebhookNotice } from '../../../record/exchange/webhooks/sender/webhook-notice.repository.js';
import { FACTOR_NOTICES, type FactorNotice } from './factor-notices.js';

export const SIGNUP_HOURS = 48;
export const INVITATION_HOURS = 72;
export const RESET_MINUTES = 60;

/** Links begin with PUBLIC_URL, never with a host from a request (auth.17). */
export class MailTextService {
  private readonly base: string;
  private readonly root: string;
  private readonly sender: string;
  private readonly home: Environment;
  private readonly settings: Pick<Config, 'passwordSignIn' | 'breakGlassAdmin' | 'oidc'>;

  constructor(
    config: Config,
    private readonly hasPages = hasConsole(),
  ) {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    this.root = config.publicUrl ?? `https://${host}:${config.httpsPort}`;
    this.sender = config.mailFrom.name;
    // Links lead to production if it is served, because users belong to both environments.
    this.home = config.environments.includes('production') ? 'production' : 'sandbox';
    this.settings = config;
    this.base = `${this.root}${this.home === 'sandbox' ? '/dev' : ''}/backoffice-api`;
  }

  passwordLink(token: string, environment = this.home): string {
    return this.hasPages ? this.buildPageUrl('password', token, environment) : `${this.base}/passwords?token=${token}`;
  }

  /** Leads to a page with a button, so that opening the link changes nothing. */
  private signupLink(token: string): string {
    return this.hasPages ? this.buildPageUrl('signup/verify', token, 'sandbox') : `${this.base}/signup/verify?token=${token}`;
  }

  private buildPageUrl(path: string, token: string, environment: Environment): string {
    return `${this.root}/console/${environment === 'sandbox' ? 'dev/' : ''}${path}?token=${token}`;
  }

  invitation(to: string, token: string): Mail {
    const hasPassword = isPasswordAllowed(this.settings, to);
    const provider = this.settings.oidc?.name ?? '';
    const link = hasPassword ? this.passwordLink(token) : this.consoleLink();
    const company = this.sender;
    return this.buildMail(
      to,
      { el: 'Πρόσκληση στην κονσόλα ασφαλίσεων', en: 'Invitation to the insurance console' },
      {
        el: [
          company === ''
            ? 'Σας δόθηκε πρόσβαση στην κονσόλα ασφαλίσεων.'
            : `Η εταιρεία ${company} σας έδωσε πρόσβαση στην κονσόλα ασφαλίσεων.`,
          hasPassword
            ? `Ορίστε τον κωδικό πρόσβασής σας από τον παρακάτω σύνδεσμο. Ο σύνδεσμος ισχύει για ${INVITATION_HOURS} ώρες και χρησιμοποιείται μία φορά.`
            : `Συνδεθείτε από τον παρακάτω σύνδεσμο με τον εταιρικό σας λογαριασμό (${provider}).`,
          link,
        ],
        en: [
          company === ''
            ? 'You have been given access to the insurance console.'
            : `${company} has given you access to the insurance console.`,
          hasPassword
            ? `Use the link below to set your password. It is valid for ${INVITATION_HOURS} hours and can be used once.`
            : `Use the link below to sign in with your company account (${provider}).`,
          link,
        ],
      },
    );
  }

  breakGlass(to: string, account: string, at: Date, address: string | null): Mail {
    const when = formatMinute(at);
    const from = address ?? '—';
    return this.buildMail(
      to,
      { el: 'Σύνδεση έκτακτης ανάγκης', en: 'Emergency sign-in' },
      {
        el: [
          `Ο λογαριασμός έκτακτης ανάγκης ${account} συνδέθηκε με κωδικό πρόσβασης στις ${when} (ώρα Ελλάδας) από τη διεύθυνση ${from}.`,
          'Αν δεν το γνωρίζετε, τερματίστε αμέσως τις συνδέσεις του από τη σελίδα χρηστών και ενημερώστε τον υπεύθυνο ασφάλειας.',
          this.consoleLink(),
        ],
        en: [
          `The emergency account ${account} signed in with a password on ${when} (Greek time) from the address ${from}.`,
          'If you do not know why, end its sessions on the page of users at once and tell your security officer.',
          this.consoleLink(),
        ],
      },
    );
  }

  private consoleLink(environment = this.home): string {
    return `${this.root}/console/${environment === 'sandbox' ? 'dev/' : ''}`;
  }

  reset(to: string, token: string, environment = this.home): Mail {
    const link = this.passwordLink(token, environment);
    return this.buildMail(
      to,
      { el: 'Επαναφορά κωδικού πρόσβασης', en: 'Password reset' },
      {
        el: [
          'Λάβαμε αίτημα για επαναφορά του κωδικού πρόσβασής σας.',
          `Ορίστε νέο κωδικό από τον παρακάτω σύνδεσμο. Ο σύνδεσμος ισχύει για ${RESET_MINUTES} λεπτά και χρησιμοποιείται μία φορά.`,
          link,
          NOT_REQUESTED.el,
        ],
        en: [
          'We received a request to reset your password.',
          `Use the link below to set a new one. It is valid for ${RESET_MINUTES} minutes and can be used once.`,
          link,
          NOT_REQUESTED.en,
        ],
      },
    );
  }

  /** Contains no text of the sign-up, because the sender may have entered another person's address. */
  verification(to: string, token: string): Mail {
    const link = this.signupLink(token);
    return this.buildMail(
      to,
      { el: 'Επιβεβαίωση λογαριασμού API', en: 'Confirm your developer account' },
      {
        el: [
          'Λάβαμε αίτημα για λογαριασμό στο δοκιμαστικό περιβάλλον (sandbox) του API.',
          `Επιβεβαιώστε το από τον παρακάτω σύνδεσμο εντός ${SIGNUP_HOURS} ωρών. Τα κλειδιά σας εμφανίζονται εκεί, μία μόνο φορά.`,
          link,
          NOT_REQUESTED.el,
        ],
        en: [
          'We received a request for an account in the sandbox of our API.',
          `Use the link below to confirm it within ${SIGNUP_HOURS} hours. Your keys are shown there, once only.`,
          link,
          NOT_REQUESTED.en,
        ],
      },
    );
  }

  knownAddress(to: string): Mail {
    const link = this.hasPages ? `${this.root}/console/dev/password/forgotten` : `${this.base}/passwords/reset`;
    return this.buildMail(
      to,
      { el: 'Έχετε ήδη λογαριασμό', en: 'You already have an account' },
      {
        el: [
          'Λάβαμε αίτημα για λογαριασμό στο δοκιμαστικό περιβάλλον (sandbox) με το email σας, το οποίο έχει ήδη λογαριασμό. Δεν έγινε καμία αλλαγή.',
          'Αν χάσατε τα κλειδιά σας, ζητήστε επαναφορά κωδικού από τον παρακάτω σύνδεσμο, συνδεθείτε και αντικαταστήστε τα.',
          link,
          NOT_REQUESTED.el,
        ],
        en: [
          'We received a request for a sandbox account with your email, which already has an account. Nothing was changed.',
          'If you have lost your keys, use the link below to reset your password, then sign in and replace them.',
          link,
          NOT_REQUESTED.en,
        ],
      },
    );
  }

  /** Shows the address without its query, which may contain a secret. */
  failingWebhook(to: string, { id, url }: WebhookNotice, environment: Environment): Mail {
    const { origin, pathname } = new URL(url);
    const dev = environment === 'sandbox' ? '/dev' : '';
    const link = this.hasPages
      ? `${this.root}/console${dev}/mine/webhooks/${id}`
      : `${this.root}${dev}/events-api/resources/webhooks/${id}`;
    return this.buildMail(
      to,
      { el: 'Απενεργοποίηση webhook', en: 'Webhook disabled' },
      {
        el: [
          `Το webhook ${id} απενεργοποιήθηκε, επειδή επί πέντε ημέρες δεν παραδόθηκε κανένα συμβάν στη διεύθυνσή του:`,
          `${origin}${pathname}`,
          'Μόλις ο παραλήπτης λειτουργήσει ξανά, ενεργοποιήστε το webhook από τον παρακάτω σύνδεσμο.',
          link,
          'Τα συμβάντα που μεσολάβησαν παραμένουν στη ροή συμβάντων και μπορούν να αποσταλούν ξανά.',
        ],
        en: [
          `Webhook ${id} was disabled because no event could be delivered for five days to its address:`,
          `${origin}${pathname}`,
          'Once the receiver works again, use the link below to enable the webhook.',
          link,
          'The events from the meantime are in the event feed and can be sent again.',
        ],
      },
    );
  }

  expiringKey(to: string, { name, prefix, programName }: NoticedKey, expiresAt: Date): Mail {
    return this.buildMail(
      to,
      { el: 'Λήξη κλειδιού API', en: 'API key expires' },
      {
        el: [
          `Το κλειδί API «${name}» (${prefix}…) του προγράμματος «${programName}» λήγει στις ${formatMinute(expiresAt)} (ώρα Ελλάδας).`,
          'Έπειτα οι κλήσεις του προγράμματος με αυτό το κλειδί δεν θα γίνονται δεκτές. Αντικαταστήστε το εγκαίρως: με την κλήση παρακάτω, από την κονσόλα ή μέσω του διαχειριστή της εταιρείας. Έως το τέλος της επικάλυψης ισχύουν και τα δύο κλειδιά.',
          ROTATION,
        ],
        en: [
          `The API key “${name}” (${prefix}…) of the program “${programName}” expires on ${formatMinute(expiresAt)} (Greek time).`,
          "From then on the program's calls with this key are refused. Rotate it in time: with the call below, in the console, or through the insurer's administrator. Both keys work until the overlap ends.",
          ROTATION,
        ],
      },
    );
  }

  unusedKey(to: string, { name, prefix, programName }: NoticedKey, disabledAt: Date): Mail {
    return this.buildMail(
      to,
      { el: 'Απενεργοποίηση αχρησιμοποίητου κλειδιού API', en: 'Unused API key will be disabled' },
      {
        el: [
          `Το κλειδί API «${name}» (${prefix}…) του προγράμματος «${programName}» δεν χρησιμοποιείται και θα απενεργοποιηθεί στις ${formatMinute(disabledAt)} (ώρα Ελλάδας).`,
          'Αν το χρειάζεστε, αρκεί μία κλήση με αυτό. Διαφορετικά δεν απαιτείται καμία ενέργεια.',
        ],
        en: [
          `The API key “${name}” (${prefix}…) of the program “${programName}” is not used and will be disabled on ${formatMinute(disabledAt)} (Greek time).`,
          'If you need it, one call with it is enough. Otherwise you need not do anything.',
        ],
      },
    );
  }

  productionDeclined(to: string, reason: string, environment: Environment): Mail {
    const link = this.consoleLink(environment);
    return this.buildMail(
      to,
      { el: 'Αίτημα πρόσβασης στην παραγωγή', en: 'Request for access to production' },
      {
        el: [
          'Το αίτημά σας για πρόσβαση στην παραγωγή δεν εγκρίθηκε. Αιτιολογία:',
          reason,
          'Μπορείτε να υποβάλετε νέο αίτημα από την κονσόλα.',
          link,
        ],
        en: ['Your request for access to production was declined. The reason:', reason, 'You can request it again in the console.', link],
      },
    );
  }

  factorNotice(to: string, notice: FactorNotice, left: number): Mail {
    const { subject, lines } = FACTOR_NOTICES[notice];
    const fill = (text: string): string => text.replace('{left}', String(left));
    return this.buildMail(to, subject, { el: lines.el.map(fill), en: lines.en.map(fill) });
  }

  /** Writes Greek and below it English, because the language of the recipient is not known. */
  private buildMail(address: string, subject: Text, text: Readonly<Record<Language, readonly string[]>>): Mail {
    const parts = LANGUAGES.map((language) => [WORDS.greeting[language], ...text[language], this.buildSignature(language)].join('\n\n'));
    return { to: { name: '', address }, subject: `${subject.el} / ${subject.en}`, text: `${parts.join('\n\n――――\n\n')}\n` };
  }

  private buildSignature(language: Language): string {
    return this.sender === '' ? WORDS.closing[language] : `${WORDS.closing[language]}\n${this.sender}`;
  }
}

const ROTATION = 'POST /auth-api/resources/keys/rotate';

function formatMinute(instant: Date): string {
  return formatMoment(instant).slice(0, -':00'.length);
}

const WORDS = {
  greeting: { el: 'Γεια σας,', en: 'Hello,' },
  closing: { el: 'Με εκτίμηση,', en: 'Kind regards,' },
} satisfies Record<string, Text>;
const NOT_REQUESTED: Text = {
  el: 'Αν δεν το ζητήσατε εσείς, αγνοήστε αυτό το μήνυμα.',
  en: 'If you did not request this, please ignore this message.',
};
