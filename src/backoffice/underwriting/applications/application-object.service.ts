import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import { type Amount, toNumberOrNull } from '../../../common/money.js';
import type { ApplicationRecord, AuditStamp } from '../../../record/core/applications/application.js';
import { ApplicationHistoryRepository } from '../../../record/core/applications/application-history.repository.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { getStatusTitle, type Status } from '../../../record/core/applications/status.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import type { AnswerGroup, AnswerValue } from '../../../record/reference/products/questionnaire-answers.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import { ACTION_TITLES, type Action } from '../../../record/core/applications/action.js';
import { listAnswerChanges } from '../../../record/reference/products/answer-changes.js';
import { toAnswerGroups } from './application-changes.js';
import type {
  AnswerValueResponse,
  ApplicationChangesQuery,
  ApplicationChangesResponse,
  ApplicationQuestionnaireResponse,
  ApplicationVersionResponse,
  ApplicationVersionsResponse,
} from './application-object.dto.js';
import type { ApplicationTimelineResponse } from './application-timeline.dto.js';
import { toTimelineEntry } from './application-timeline.mapper.js';
import { ApplicationTimelineRepository } from './application-timeline.repository.js';
import { QuestionnaireDecoder } from '../../../record/core/lines/questionnaire-decoder.js';

const VERSIONS = `
  SELECT version AS id, version, state ->> 'status' AS status, state ->> 'gross' AS gross, state -> 'updated_by' AS stamp, valid_from AS "from", valid_until AS until
  FROM application_version WHERE application_id = $1
  UNION ALL SELECT version, version, status, gross::text, updated_by, updated_at, NULL FROM application WHERE id = $1`;

interface VersionRow {
  readonly version: number;
  readonly status: Status;
  readonly gross: Amount | null;
  readonly stamp: Pick<AuditStamp, 'actor' | 'actorName'> & { readonly action: Action };
  readonly from: Date;
  readonly until: Date | null;
}

@Injectable()
export class ApplicationObjectService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly history: ApplicationHistoryRepository,
    private readonly timelines: ApplicationTimelineRepository,
    private readonly decoder: QuestionnaireDecoder,
    private readonly lists: ReferenceLists,
    private readonly store: Store,
  ) {}

  async getQuestionnaire(staff: StaffCaller, id: string, version?: number): Promise<ApplicationQuestionnaireResponse> {
    const { environment, language } = staff;
    const current = await this.applications.getAnyApplication(environment, id);
    const application = await this.getVersion(staff, current, version ?? current.version);
    const groups = await this.decoder.decode(environment, application);
    const persons = await this.decoder.listPersons(environment, application, groups);
    const rulesAt = this.decoder.findReferringRules(environment, application);
    return {
      line: application.line,
      version: application.version,
      persons: persons.map(({ title, ...person }) => ({ ...person, title: title[language] })),
      groups: groups.map(({ path, title, answers }) => ({
        path,
        title: title[language],
        answers: answers.map(({ path: at, label, values }) => ({
          path: at,
          label: label[language],
          values: toValues(values, language),
          rules: rulesAt(at),
        })),
      })),
    };
  }

  async getTimeline({ environment, language }: StaffCaller, id: string, query: PageQueryDto): Promise<ApplicationTimelineResponse> {
    const application = await this.applications.getAnyApplication(environment, id);
    const page = await this.timelines.find(environment, application.id, query);
    return mapPage(page, (row) => toTimelineEntry(row, { language, lists: this.lists, line: application.line }));
  }

  async listVersions({ environment, language }: StaffCaller, id: string, query: PageQueryDto): Promise<ApplicationVersionsResponse> {
    const application = await this.applications.getAnyApplication(environment, id);
    const select = { select: VERSIONS, order: 'version', values: [application.id] };
    const page = await findPage<VersionRow>(this.store, environment, select, query);
    return mapPage(page, (row) => toVersionResponse(row, application.line, language));
  }

  async getChanges(staff: StaffCaller, id: string, query: ApplicationChangesQuery): Promise<ApplicationChangesResponse> {
    const { environment, language } = staff;
    const current = await this.applications.getAnyApplication(environment, id);
    const to = query.to ?? current.version;
    const from = query.from ?? Math.max(1, to - 1);
    const [before, after] = await Promise.all([from, to].map((version) => this.listGroups(staff, current, version)));
    const changes = listAnswerChanges(before!, after!).map(({ path, group, label, ...values }) => ({
      path,
      group: group[language],
      label: label[language],
      before: toValues(values.before, language),
      after: toValues(values.after, language),
    }));
    return { from, to, changes };
  }

  private async listGroups(staff: StaffCaller, current: ApplicationRecord, version: number): Promise<AnswerGroup[]> {
    const application = await this.getVersion(staff, current, version);
    return [...toAnswerGroups(application, staff.environment), ...(await this.decoder.decode(staff.environment, application))];
  }

  private async getVersion({ environment }: StaffCaller, current: ApplicationRecord, version: number): Promise<ApplicationRecord> {
    if (version === current.version) return current;
    const previous = await this.history.findVersion(environment, current.id, version);
    if (!previous) throw buildNotFound();
    return previous;
  }
}

function toVersionResponse(
  { version, status, gross, stamp, from, until }: VersionRow,
  line: LineCode,
  language: Language,
): ApplicationVersionResponse {
  const { action, actor, actorName } = stamp;
  return {
    version,
    action,
    title: ACTION_TITLES[action][language],
    status,
    statusTitle: getStatusTitle(status, line)[language],
    gross: toNumberOrNull(gross),
    actor,
    actorName,
    from: toLocalDateTime(from),
    until: until && toLocalDateTime(until),
  };
}

function toValues(values: readonly AnswerValue[], language: Language): AnswerValueResponse[] {
  return values.map(({ value, title }) => ({ value, title: title && title[language] }));
}
