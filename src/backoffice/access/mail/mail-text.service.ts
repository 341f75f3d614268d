import { hasConsole } from '../../../common/package-root.js';
import type { Environment } from '../../../common/environment.js';
import type { Config } from '../../../config/config.js';
import type { WebhookNotice } from '../../../record/exchange/webhooks/sender/webhook-notice.repository.js';
import type { Mail } from './mailer.js';

/** Validity of mailed links. */
export const SIGNUP_HOURS = 48;
export const INVITATION_HOURS = 72;
export const RESET_MINUTES = 60;

/**
 * Renders mails. Links begin with PUBLIC_URL, never with a host from a request. They lead to the console, or without
 * one to the API (auth.17).
 */
export class MailTextService {
  private readonly base: string;
  private readonly root: string;
  private readonly home: Environment;

  constructor(
    config: Config,
    private readonly hasPages = hasConsole(),
  ) {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    this.root = config.publicUrl ?? `https://${host}:${config.httpsPort}`;
    // Links lead to production if it is served, because users belong to both environments.
    this.home = config.environments.includes('production') ? 'production' : 'sandbox';
    this.base = `${this.root}${this.home === 'sandbox' ? '/dev' : ''}/backoffice-api`;
  }

  /** Returns the address of a one-time token, in an environment that the user can sign in to. */
  passwordLink(token: string, environment = this.home): string {
    return this.hasPages ? this.page('password', token, environment) : `${this.base}/passwords?token=${token}`;
  }

  /** Leads to a page with a button, so that opening the link changes nothing. */
  private signupLink(token: string): string {
    return this.hasPages ? this.page('signup/verify', token, 'sandbox') : `${this.base}/signup/verify?token=${token}`;
  }

  private page(path: string, token: string, environment: Environment): string {
    return `${this.root}/console/${environment === 'sandbox' ? 'dev/' : ''}${path}?token=${token}`;
  }

  invitation(to: string, token: string): Mail {
    return mailOf(to, 'Ο λογαριασμός σας / Your account', [
      `Σας δόθηκε πρόσβαση. Ορίστε τον κωδικό σας εντός ${INVITATION_HOURS} ωρών, μία φορά:`,
      `You have been given access. Choose your password within ${INVITATION_HOURS} hours; this link works once:`,
      '',
      this.passwordLink(token),
      '',
      `POST ${this.base}/passwords {"token": "…", "password": "…"}`,
    ]);
  }

  reset(to: string, token: string, environment = this.home): Mail {
    return mailOf(to, 'Νέος κωδικός / New password', [
      `Ζητήθηκε νέος κωδικός για τον λογαριασμό σας. Ισχύει για ${RESET_MINUTES} λεπτά, μία φορά:`,
      `A new password was requested for your account. This link works once, for ${RESET_MINUTES} minutes:`,
      '',
      this.passwordLink(token, environment),
      '',
      `POST ${this.base}/passwords {"token": "…", "password": "…"}`,
      '',
      'Αν δεν το ζητήσατε, αγνοήστε το μήνυμα. / If you did not request this, ignore this message.',
    ]);
  }

  /** Contains no text of the sign-up, because the sender may have entered another person's address. */
  verification(to: string, token: string): Mail {
    return mailOf(to, 'Επιβεβαίωση εγγραφής / Confirm your signup', [
      `Επιβεβαιώστε την εγγραφή σας στο δοκιμαστικό περιβάλλον εντός ${SIGNUP_HOURS} ωρών. Τα κλειδιά εμφανίζονται εκεί, μία φορά:`,
      `Confirm your sign-up for the sandbox within ${SIGNUP_HOURS} hours. The keys are shown there, once:`,
      '',
      this.signupLink(token),
      '',
      `Χωρίς browser / without a browser: POST ${this.base}/signup/verify?token=…`,
      '',
      'Αν δεν το ζητήσατε, αγνοήστε το μήνυμα. / If you did not request this, ignore this message.',
    ]);
  }

  /** Answers a sign-up with an address that has an account. */
  knownAddress(to: string): Mail {
    return mailOf(to, 'Υπάρχει ήδη λογαριασμός / You have an account', [
      'Ζητήθηκε εγγραφή στο δοκιμαστικό περιβάλλον με αυτή τη διεύθυνση, που έχει ήδη λογαριασμό. Τίποτα δεν άλλαξε.',
      'Somebody signed up for the sandbox with this address, which already has an account. Nothing was changed.',
      '',
      'Αν χάσατε τα κλειδιά σας, ζητήστε νέο κωδικό, συνδεθείτε και αντικαταστήστε τα:',
      'If you lost your keys, request a new password, sign in and replace them:',
      '',
      `POST ${this.base}/passwords/reset {"email": "${to}"}`,
      '',
      'Αν δεν το ζητήσατε, αγνοήστε το μήνυμα. / If you did not request this, ignore this message.',
    ]);
  }

  /** Shows the address without its query, which may contain a secret. */
  failingWebhook(to: string, { id, url }: WebhookNotice, environment: Environment): Mail {
    const { origin, pathname } = new URL(url);
    const path = `${environment === 'sandbox' ? '/dev' : ''}/events-api/resources/webhooks/${id}`;
    return mailOf(to, 'Απενεργοποίηση webhook / Webhook disabled', [
      `Το webhook ${id} απενεργοποιήθηκε: επί πέντε ημέρες δεν έγινε δεκτή καμία ειδοποίηση στη διεύθυνση`,
      `Webhook ${id} was disabled, because for five days no event was accepted at`,
      '',
      `${origin}${pathname}`,
      '',
      'Όταν ο παραλήπτης λειτουργεί ξανά, ενεργοποιήστε το. Όσα συνέβησαν στο μεταξύ υπάρχουν στη ροή συμβάντων και στέλνονται ξανά αν ζητηθεί:',
      'When the receiver works again, enable the webhook. The events since then are in the feed, and are sent again on request:',
      '',
      `PUT ${path} {"status": "enabled"}`,
      `POST ${path}/resend {"from": "…", "to": "…"}`,
    ]);
  }
}

function mailOf(address: string, subject: string, lines: readonly string[]): Mail {
  return { to: { name: '', address }, subject, text: lines.join('\n') };
}
