import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { LANGUAGES, type Text } from '../../../common/language.js';
import { formatDate } from '../../../common/formats.js';
import { toLocalDate } from '../../../common/athens.js';
import { Config } from '../../../config/config.js';
import { Mailer } from '../../../mail/mailer.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { CODE_MINUTES, type CustomerLink, type LinkPurpose } from './customer-link.js';

/** Mails secrets, which therefore are no letters: letters are stored. Nothing is mailed in the sandbox. */
@Injectable()
export class CustomerMailer {
  private readonly root: string;

  constructor(
    config: Config,
    private readonly mailer: Mailer,
    private readonly letters: LetterService,
    private readonly settings: SettingsService,
  ) {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    this.root = config.publicUrl ?? `https://${host}:${config.httpsPort}`;
  }

  async getAddress(environment: Environment, application: ApplicationRecord): Promise<string> {
    const address = await this.letters.findAddress(environment, application, 'CLIENT');
    if (address === null) throw DomainError.ofViolations([{ path: 'email', code: ErrorCode.REQUIRED, text: NO_ADDRESS }]);
    return address;
  }

  async sendLink(environment: Environment, address: string, { purpose, expiresAt }: CustomerLink, token: string): Promise<void> {
    const day = formatDate(toLocalDate(expiresAt));
    const { subject, text } = LINKS[purpose];
    await this.send(environment, address, subject, (language) =>
      [text[language], `${this.root}/c/${token}`, UNTIL[language].replace('{day}', day), DIGITS[language]].join('\n\n'),
    );
  }

  async sendCode(environment: Environment, address: string, code: string): Promise<void> {
    await this.send(environment, address, CODE_SUBJECT, (language) => CODE_TEXT[language].replace('{code}', code));
  }

  /** Writes in Greek and below in English, because the language of the recipient is not known. */
  private async send(environment: Environment, address: string, subject: Text, write: (language: keyof Text) => string): Promise<void> {
    if (environment === 'sandbox') return;
    const { insurer } = await this.settings.get(environment);
    const parts = LANGUAGES.map((language) => `${write(language)}\n\n${insurer.name[language]}`);
    await this.mailer.send({
      to: { name: '', address },
      subject: LANGUAGES.map((language) => subject[language]).join(' / '),
      text: parts.join('\n\n――――\n\n'),
    });
  }
}

const LINKS: Readonly<Record<LinkPurpose, { readonly subject: Text; readonly text: Text }>> = {
  accept: {
    subject: { el: 'Η πρόταση ασφάλισής σας', en: 'Your insurance proposal' },
    text: {
      el: 'Διαβάστε τα έγγραφα της πρότασης και απαντήστε από τον παρακάτω σύνδεσμο.',
      en: 'Read the documents of the proposal and answer it with the link below.',
    },
  },
  pay: {
    subject: { el: 'Πληρωμή ασφαλίστρων', en: 'Premium payment' },
    text: {
      el: 'Δείτε το ποσό και τον κωδικό πληρωμής από τον παρακάτω σύνδεσμο.',
      en: 'See the amount and the payment code with the link below.',
    },
  },
  policy: {
    subject: { el: 'Τα έγγραφα του συμβολαίου σας', en: 'Your policy documents' },
    text: {
      el: 'Κατεβάστε τα έγγραφα του συμβολαίου σας από τον παρακάτω σύνδεσμο.',
      en: 'Download the documents of your policy with the link below.',
    },
  },
  withdraw: {
    subject: { el: 'Υπαναχώρηση από τη σύμβαση', en: 'Withdrawal from the contract' },
    text: {
      el: 'Μπορείτε να υπαναχωρήσετε από την ασφαλιστική σύμβαση από τον παρακάτω σύνδεσμο.',
      en: 'You can withdraw from the insurance contract with the link below.',
    },
  },
};
const UNTIL: Text = { el: 'Ο σύνδεσμος ισχύει έως τις {day}.', en: 'The link is valid until {day}.' };
const DIGITS: Text = {
  el: 'Θα σας ζητηθούν τα 4 τελευταία ψηφία του ΑΦΜ σας. Μην προωθήσετε αυτό το μήνυμα σε άλλους.',
  en: 'You will be asked for the last 4 digits of your tax number (AFM). Do not forward this message.',
};
const CODE_SUBJECT: Text = { el: 'Κωδικός μίας χρήσης', en: 'One-time code' };
const CODE_TEXT: Text = {
  el: `Ο κωδικός για την αποδοχή της πρότασης ασφάλισης είναι {code}. Ισχύει για ${CODE_MINUTES} λεπτά. Μην τον δώσετε σε κανέναν.`,
  en: `The code to accept the insurance proposal is {code}. It is valid for ${CODE_MINUTES} minutes. Do not give it to anyone.`,
};
const NO_ADDRESS: Text = {
  el: 'Ο λήπτης της ασφάλισης δεν έχει email στην αίτηση ούτε στο αρχείο του συνεργάτη.',
  en: 'The policyholder has no email in the application or in the agent’s records.',
};
