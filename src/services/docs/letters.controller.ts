import { Get, Param, type StreamableFile } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import { getHolder, type UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifiers.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { CurrentCall, CurrentCaller, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { sendPdf } from '../../gateway/handler/printed-response.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import type { Letter } from '../../record/core/letters/letter.js';
import { buildLetterFileName, LetterPrinter } from '../../record/core/letters/letter-printer.js';
import { LetterService } from '../../record/core/letters/letter.service.js';
import { LETTER_ROWS } from '../../record/reference/settings/letter-texts.js';
import { AgentLetterResponse } from './letter.dto.js';

@ServiceController('docs-api', 'policy/applications/:id/letters')
export class LettersController {
  constructor(
    private readonly applications: ApplicationService,
    private readonly letters: LetterService,
    private readonly printer: LetterPrinter,
  ) {}

  /** List the letters to the customer of an application, oldest first. */
  @Get()
  async listLetters(@CurrentCaller() caller: UserCaller, @Param('id') idText: string): Promise<AgentLetterResponse[]> {
    const { id } = await this.applications.getApplication(caller, idText, 'any');
    return (await this.letters.list(caller.environment, id)).map((letter) => toResponse(letter, caller));
  }

  /** Download a letter as PDF, in the language of the call. */
  @Get(':letter_id')
  @ApiPdf('The letter.')
  async getLetter(
    @CurrentCall() { caller, response }: UserCall,
    @Param('id') idText: string,
    @Param('letter_id') letterId: string,
  ): Promise<StreamableFile> {
    const { environment, language } = caller;
    const { id, policyNo, applicationNo } = await this.applications.getApplication(caller, idText, 'any');
    const letter = await this.letters.find(environment, id, parseObjectId(letterId) ?? 0);
    if (!letter) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    const pdf = await this.printer.print(getHolder(caller), environment, letter, { language, policyNo, applicationNo });
    return sendPdf(response, pdf, buildLetterFileName(policyNo ?? applicationNo, letter.id), [language]);
  }
}

function toResponse({ id, applicationId, kind, content, writtenAt, mails }: Letter, { language, root }: UserCaller): AgentLetterResponse {
  return {
    id,
    kind,
    title: LETTER_ROWS[kind].title[language],
    subject: content[language].subject,
    written_at: toLocalDateTime(writtenAt),
    mail_state: mails.findLast(({ recipient }) => recipient === 'CLIENT')?.state ?? null,
    links: [{ rel: 'self', href: `${root}/docs-api/policy/applications/${applicationId}/letters/${id}` }],
  };
}
