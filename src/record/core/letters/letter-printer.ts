import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import type { Environment } from '../../../common/environment.js';
import type { Language } from '../../../common/language.js';
import { LETTER_ROWS } from '../../reference/settings/letter-texts.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { PdfRenderer } from '../documents/rendering/pdf-renderer.js';
import type { Letter } from './letter.js';

export type LetterToPrint = Pick<Letter, 'kind' | 'content' | 'writtenAt'>;

interface LetterPrint {
  readonly language: Language;
  readonly policyNo: string | null;
  readonly applicationNo: string;
  /** That of the settings when absent; null for none. */
  readonly logo?: string | null;
}

@Injectable()
export class LetterPrinter {
  constructor(
    private readonly renderer: PdfRenderer,
    private readonly settings: SettingsService,
  ) {}

  async print(
    holder: Holder<Environment | 'staff'>,
    environment: Environment,
    { kind, content, writtenAt }: LetterToPrint,
    { language, policyNo, applicationNo, logo }: LetterPrint,
  ): Promise<Buffer> {
    const shownLogo = logo === undefined ? (await this.settings.get(environment)).letterTexts.logo : logo;
    const data = {
      ...content[language],
      language,
      issuedAt: writtenAt,
      currency: 'EUR',
      sandbox: environment === 'sandbox',
      logo: shownLogo,
      title: LETTER_ROWS[kind].title[language],
      number: policyNo ?? applicationNo,
      isPolicy: policyNo !== null,
    };
    return this.renderer.render(holder, { kind: 'letter', data });
  }
}

/** Names the file of a letter. @example 'P260000001-letter-12.pdf' */
export function buildLetterFileName(number: string, id: number): string {
  return `${number}-letter-${id}.pdf`;
}
