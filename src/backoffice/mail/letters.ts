import type { Config } from '../../config/config.js';
import type { Mail } from './mail.js';

/** What is written to whom. Addresses begin with PUBLIC_URL, never with the host that a caller named: that could be anybody's. */
export class Letters {
  private readonly base: string;

  constructor(config: Config) {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    this.base = `${config.publicUrl ?? `https://${host}:${config.httpsPort}`}/backoffice-api`;
  }

  /** Where a one-time token is looked at; the password itself is posted. */
  passwordLink(token: string): string {
    return `${this.base}/passwords?token=${token}`;
  }

  invitation(to: string, token: string, hours: number): Mail {
    return {
      to,
      subject: 'Ο λογαριασμός σας / Your account',
      text: [
        `Σας δόθηκε πρόσβαση. Ορίστε τον κωδικό σας εντός ${hours} ωρών, μία φορά:`,
        `You were given access. Choose your password within ${hours} hours; this works once:`,
        '',
        this.passwordLink(token),
        '',
        `POST ${this.base}/passwords {"token": "…", "password": "…"}`,
      ].join('\n'),
    };
  }

  reset(to: string, token: string, minutes: number): Mail {
    return {
      to,
      subject: 'Νέος κωδικός / New password',
      text: [
        `Ζητήθηκε νέος κωδικός για τον λογαριασμό σας. Ισχύει για ${minutes} λεπτά, μία φορά:`,
        `A new password was asked for your account. This works once, for ${minutes} minutes:`,
        '',
        this.passwordLink(token),
        '',
        `POST ${this.base}/passwords {"token": "…", "password": "…"}`,
        '',
        'Αν δεν το ζητήσατε, αγνοήστε το μήνυμα. / If you did not ask, ignore this message.',
      ].join('\n'),
    };
  }

  verification(to: string, token: string, hours: number): Mail {
    return {
      to,
      subject: 'Επιβεβαίωση διεύθυνσης / Confirm your address',
      text: [
        `Επιβεβαιώστε τη διεύθυνσή σας εντός ${hours} ωρών· το κλειδί ενεργοποιείται στο δοκιμαστικό περιβάλλον:`,
        `Confirm your address within ${hours} hours; the key becomes active in the sandbox:`,
        '',
        `${this.base}/signup/verify?token=${token}`,
        '',
        'Αν δεν το ζητήσατε, αγνοήστε το μήνυμα. / If you did not ask, ignore this message.',
      ].join('\n'),
    };
  }
}
