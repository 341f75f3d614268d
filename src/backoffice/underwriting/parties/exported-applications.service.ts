import { Injectable } from '@nestjs/common';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { LineRegistry } from '../../../record/core/lines/line-registry.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { ApplicationObjectService } from '../applications/application-object.service.js';
import { QuestionnaireDecoder } from '../../../record/core/lines/questionnaire-decoder.js';
import { StaffApplicationFilesReader } from '../applications/staff-application-files.reader.js';
import type { StaffApplicationResponse } from '../applications/staff-application.dto.js';
import { toStaffResponse } from '../applications/staff-application.mapper.js';
import { StaffApplicationReader } from '../applications/staff-application.reader.js';
import { StaffLetterService } from '../letters/staff-letter.service.js';
import type { ZipFile } from './zip-stream.js';

@Injectable()
export class NamedPersons {
  constructor(
    private readonly lines: LineRegistry,
    private readonly decoder: QuestionnaireDecoder,
  ) {}

  find({ line, questionnaire }: ApplicationRecord, afm: string, { language }: Pick<StaffCaller, 'language'>): object {
    return {
      roles: this.decoder.listRoles(line, questionnaire, afm).map(({ title }) => title[language]),
      data: this.lines
        .of(line)
        .personsOf(questionnaire)
        .filter((person) => person.afm === afm),
    };
  }
}

@Injectable()
export class ExportedApplications {
  constructor(
    private readonly applications: ApplicationService,
    private readonly reader: StaffApplicationReader,
    private readonly files: StaffApplicationFilesReader,
    private readonly objects: ApplicationObjectService,
    private readonly letters: StaffLetterService,
    private readonly persons: NamedPersons,
  ) {}

  async *readOwn(staff: StaffCaller, id: number): AsyncGenerator<ZipFile, void> {
    const text = String(id);
    const whole = await this.reader.get(staff, text);
    const [answers, receipts, letters] = await Promise.all([
      this.objects.getQuestionnaire(staff, text),
      this.files.listReceipts(staff, text),
      this.letters.list(staff, text),
    ]);
    const response = toStaffResponse(whole, staff);
    const folder = `applications/${response.applicationNo}`;
    yield buildJsonFile(`${folder}/application.json`, staff.at, {
      ...pickContract(response),
      answers: answers.groups,
      receipts,
      letters: letters.items,
    });
    for (const document of whole.documents) {
      if (document.scan !== 'clean') continue;
      const file = await this.files.getFile({ ...staff, language: 'el' }, text, String(document.id));
      yield {
        name: `${folder}/documents/${document.id}-${document.fileName}`,
        modifiedAt: document.createdAt,
        isStored: true,
        content: file.read(0, file.size),
      };
    }
  }

  /** Reads what an application of another policyholder has about the person, and nothing about others. */
  async readNaming(staff: StaffCaller, id: number, afm: string): Promise<ZipFile> {
    const application = await this.applications.getAnyApplication(staff.environment, String(id));
    const { applicationNo, policyNo, line, startDate, endDate } = application;
    const content = { applicationNo, policyNo, line, startDate, endDate, ...this.persons.find(application, afm, staff) };
    return buildJsonFile(`applications/${applicationNo}/person.json`, staff.at, content);
  }
}

export function buildJsonFile(name: string, modifiedAt: Date, content: object): ZipFile {
  return { name, modifiedAt, isStored: false, content: [Buffer.from(`${JSON.stringify(content, null, 2)}\n`)] };
}

/** Leaves out the names of the insurer's people, and what only their work needs. */
function pickContract({
  history,
  notes,
  documents,
  assignee: _assignee,
  actions: _actions,
  approval: _approval,
  messages: _messages,
  ...contract
}: StaffApplicationResponse): object {
  return {
    ...contract,
    history: history.map(({ at, action, fromStatus, toStatus, actor, reason }) => ({ at, action, fromStatus, toStatus, actor, reason })),
    notes: notes.map(({ text, createdAt }) => ({ text, createdAt })),
    documents: documents.map(({ id, categoryId, fileName, mimeType, size, createdAt }) => ({
      id,
      categoryId,
      fileName,
      mimeType,
      size,
      createdAt,
    })),
  };
}
