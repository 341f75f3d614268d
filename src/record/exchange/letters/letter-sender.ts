import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import type { Environment } from '../../../common/environment.js';
import { LANGUAGES } from '../../../common/language.js';
import { Config } from '../../../config/config.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { openMailTransport, type MailAttachment } from '../../../mail/mail-transport.js';
import { SmsGateway } from '../../../mail/sms-gateway.js';
import { buildWithdrawalFileName, toEnglishName } from '../../core/documents/document.js';
import { LetterPrinter } from '../../core/letters/letter-printer.js';
import type { LetterContents } from '../../core/letters/letter.js';
import type { LetterKind } from '../../reference/settings/letter-texts.js';
import { LetterMailRepository, type LeasedMail, type MailOutcome } from './letter-mail.repository.js';
import { isExhausted, toOutcome } from './mail-failure.js';

const INTERVAL_MS = 2_000;
/** As many as connections, so that a kill leaves few outcomes unknown. */
const LANES = 2;

/** Another node sends the mails of a node that died, with the same Message-ID (letters.4). */
@Injectable()
export class LetterSender implements OnApplicationShutdown {
  readonly job: Job<Environment>;
  private readonly transport: Promise<Transporter> | null;

  constructor(
    scheduler: Scheduler,
    private readonly config: Config,
    private readonly repository: LetterMailRepository,
    private readonly sms: SmsGateway,
    private readonly printer: LetterPrinter,
  ) {
    this.transport = config.smtpUrl === null ? null : openMailTransport(config.smtpUrl);
    this.job = scheduler.addToEnvironments({
      name: 'send letters',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.sendDue(environment, signal),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    (await this.transport)?.close();
  }

  async sendDue(environment: Environment, signal?: AbortSignal): Promise<void> {
    if (this.transport === null) return;
    const { transport } = this;
    await Promise.all(Array.from({ length: LANES }, () => this.sendAll(environment, transport, signal)));
  }

  private async sendAll(environment: Environment, transport: Promise<Transporter>, signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true) {
      const mail = await this.repository.claim(environment);
      if (mail === null) return;
      await this.repository.settle(environment, mail, await this.attempt(environment, transport, mail));
    }
  }

  private async attempt(environment: Environment, transport: Promise<Transporter>, mail: LeasedMail): Promise<MailOutcome> {
    if (isExhausted(mail)) return { state: 'failed', failure: 'OUTCOME_UNKNOWN' };
    const id = `letter-${environment}-${mail.id}`;
    const { address, channel, content } = mail;
    try {
      if (channel === 'SMS')
        await this.sms.send({ id, to: address, text: LANGUAGES.map((language) => content[language].subject).join(' / ') });
      else
        await (
          await transport
        ).sendMail({
          from: this.config.mailFrom,
          to: { name: '', address },
          subject: `${content.el.subject} / ${content.en.subject}`,
          text: buildMailText(content),
          attachments: await this.printAttachments(environment, mail),
          messageId: `<${id}@${this.config.mailFrom.address.split('@').at(-1)}>`,
        });
      return { state: 'sent' };
    } catch (error) {
      return toOutcome(error, mail);
    }
  }

  private async printAttachments(environment: Environment, letter: LeasedMail): Promise<MailAttachment[]> {
    const { kind, policyNo, applicationNo } = letter;
    const name = ATTACHED.get(kind)?.(policyNo ?? applicationNo);
    if (name === undefined) return [];
    const holder = { lane: environment, owner: 'letters' };
    const contents = await Promise.all(
      LANGUAGES.map((language) => this.printer.print(holder, environment, letter, { language, policyNo, applicationNo })),
    );
    return contents.map((content, index) => {
      return { content, filename: index === 0 ? name : toEnglishName(name), contentType: 'application/pdf' };
    });
  }
}

/** Letters that a customer must be able to keep, so that their mail has them as files too (customer.40). */
const ATTACHED: ReadonlyMap<LetterKind, (number: string) => string> = new Map([['WITHDRAWAL_RECEIVED', buildWithdrawalFileName]]);

function buildMailText(contents: LetterContents): string {
  const parts = LANGUAGES.map((language) => {
    const { body, signature, insurer } = contents[language];
    return [...body.split('\n'), `${signature}\n${insurer.name}`].join('\n\n');
  });
  return `${parts.join('\n\n――――\n\n')}\n`;
}
