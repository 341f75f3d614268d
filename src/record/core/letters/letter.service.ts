import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import { LANGUAGES, type Language } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Config } from '../../../config/config.js';
import { SmsGateway } from '../../../mail/sms-gateway.js';
import type { Transaction } from '../../../store/store.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { LETTER_ROWS } from '../../reference/settings/letter-texts.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { Person } from '../parties/person.js';
import { LineRegistry } from '../lines/line-registry.js';
import { buildLetterContent, type Addressee } from './letter-content.js';
import type { Letter, LetterContents, LetterMail, NewLetter } from './letter.js';
import { LetterRepository, type MailRequest } from './letter.repository.js';

/** Mails are sent after the commit (letters.1). */
@Injectable()
export class LetterService {
  constructor(
    private readonly repository: LetterRepository,
    private readonly settings: SettingsService,
    private readonly lines: LineRegistry,
    private readonly config: Config,
    private readonly sms: SmsGateway,
  ) {}

  isShownOnly(environment: Environment): boolean {
    return environment === 'sandbox' || this.config.smtpUrl === null;
  }

  /** Returns null when the same letter was written before. */
  async write<C extends LineCode>(
    tx: Transaction,
    { environment, at }: OperationContext,
    application: ApplicationRecord<C>,
    letter: NewLetter,
  ): Promise<number | null> {
    assertFacts(letter);
    const { id: applicationId, agentCode, clientAfm } = application;
    const { insurer, letterTexts } = await this.settings.getIn(tx, environment);
    const contents = LANGUAGES.map((language) => {
      const addressee = {
        ...this.buildAddressee(application, language),
        ...(letter.creditor && { name: letter.creditor[language], address: null }),
      };
      return [language, buildLetterContent(letterTexts, insurer, addressee, letter, language)];
    });
    const client = this.findClient(application);
    return this.repository.insertLetter(tx, {
      ...letter,
      applicationId,
      agentCode,
      clientAfm,
      email: client?.email ?? null,
      mobile: this.sms.isAvailable ? (client?.mobile ?? null) : null,
      content: Object.fromEntries(contents) as LetterContents,
      at,
      isShownOnly: this.isShownOnly(environment),
    });
  }

  list(environment: Environment, applicationId: number): Promise<Letter[]> {
    return this.repository.listLetters(environment, applicationId);
  }

  find(where: Environment | Writer, applicationId: number, id: number): Promise<Letter | null> {
    return this.repository.findLetter(where, applicationId, id);
  }

  async findAddress(environment: Environment, application: ApplicationRecord, recipient: LetterMail['recipient']): Promise<string | null> {
    const { agentCode, clientAfm } = application;
    if (recipient === 'CREDITOR') return null;
    if (recipient === 'AGENT') return this.repository.findAgentAddress(environment, agentCode);
    return this.findClient(application)?.email ?? this.repository.findRecordedAddress(environment, clientAfm, agentCode);
  }

  sendAgain(
    tx: Transaction,
    { environment, at }: OperationContext,
    letterId: number,
    request: Pick<MailRequest, 'recipient' | 'address' | 'requestedBy'>,
  ): Promise<void> {
    return this.repository.insertMail(tx, letterId, { ...request, at, isShownOnly: this.isShownOnly(environment) });
  }

  private findClient<C extends LineCode>({ line, questionnaire, clientAfm }: ApplicationRecord<C>): Person | undefined {
    return this.lines
      .of<C>(line)
      .personsOf(questionnaire)
      .find(({ afm }) => afm === clientAfm);
  }

  private buildAddressee<C extends LineCode>(
    { line, questionnaire, clientName, policyNo, applicationNo }: ApplicationRecord<C>,
    language: Language,
  ): Addressee {
    const contract = this.lines.of<C>(line).contractOf(questionnaire, language);
    return { name: clientName, address: contract.client.address ?? null, policyNo: policyNo ?? applicationNo, line: contract.line };
  }
}

function assertFacts({ kind, facts }: NewLetter): void {
  const missing = LETTER_ROWS[kind].required.filter((name) => !(name in facts));
  if (missing.length > 0) throw new Error(`A letter ${kind} lacks ${missing.join(', ')}.`);
}
