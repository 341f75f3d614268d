import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import type { Environment } from '../../../common/environment.js';
import type { Language } from '../../../common/language.js';
import { LETTER_ROWS } from '../../reference/settings/letter-texts.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import type { Printed } from '../documents/document.js';
import { PdfRenderer } from '../documents/rendering/pdf-renderer.js';
import type { RenderRequest } from '../documents/rendering/render-document.js';
import type { Letter } from './letter.js';
import { LetterRepository } from './letter.repository.js';

export type LetterToPrint = Pick<Letter, 'kind' | 'content' | 'writtenAt'>;

export interface LetterNumbers {
  readonly policyNo: string | null;
  readonly applicationNo: string;
}

interface LetterPrint extends LetterNumbers {
  readonly language: Language;
  readonly logo?: string | null;
}

type PrintHolder = Holder<Environment | 'staff'>;

@Injectable()
export class LetterPrinter {
  constructor(
    private readonly renderer: PdfRenderer,
    private readonly settings: SettingsService,
    private readonly letters: LetterRepository,
  ) {}

  async print(holder: PrintHolder, environment: Environment, letter: LetterToPrint, print: LetterPrint): Promise<Buffer> {
    return this.renderer.render(holder, await this.buildRequest(environment, letter, print));
  }

  async printStored(
    holder: PrintHolder,
    environment: Environment,
    { id, policyNo, applicationNo }: LetterNumbers & { readonly id: number },
    letterId: number,
  ): Promise<Printed | null> {
    const letter = await this.letters.findLetter(environment, id, letterId);
    if (letter === null) return null;
    const english = await this.buildRequest(environment, letter, { language: 'en', policyNo, applicationNo });
    return { content: await this.print(holder, environment, letter, { language: 'el', policyNo, applicationNo }), english };
  }

  private async buildRequest(
    environment: Environment,
    { kind, content, writtenAt }: LetterToPrint,
    { language, policyNo, applicationNo, logo }: LetterPrint,
  ): Promise<RenderRequest> {
    const data = {
      ...content[language],
      language,
      issuedAt: writtenAt,
      currency: 'EUR',
      sandbox: environment === 'sandbox',
      logo: logo === undefined ? (await this.settings.get(environment)).letterTexts.logo : logo,
      title: LETTER_ROWS[kind].title[language],
      number: policyNo ?? applicationNo,
      isPolicy: policyNo !== null,
    };
    return { kind: 'letter', data };
  }
}

export function buildLetterFileName(number: string, id: number): string {
  return `${number}-letter-${id}.pdf`;
}
