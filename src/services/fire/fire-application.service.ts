import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import type { Page, PageWindow } from '../../common/paging.js';
import { ApplicationSearchRepository } from '../../record/applications/application-search.repository.js';
import { acceptBy } from '../../record/applications/acceptance.js';
import { Applications } from '../../record/applications/applications.js';
import type { FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import { Prepay } from '../../record/applications/prepay.js';
import { assertPriceStands } from '../../record/applications/quote-validity.js';
import { FINAL_STATUSES, POLICY_STATUSES, Status } from '../../record/applications/status.js';
import { changedPersons } from '../../record/parties/person.js';
import type { FireApplication } from './fire-application.mapper.js';
import { FireCalculator } from './fire-calculator.js';
import { toPersons } from './fire-persons.mapper.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';
import type { FireSearchQuery } from './fire-search-query.dto.js';

const LINE = 'fire';

/** The use cases of fire applications (fire.1 to fire.7, applications.1), each one transaction. */
@Injectable()
export class FireApplicationService {
  constructor(
    private readonly applications: Applications,
    private readonly searches: ApplicationSearchRepository,
    private readonly reader: FireQuestionnaireReader,
    private readonly calculator: FireCalculator,
    private readonly prepay: Prepay,
  ) {}

  get(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.getApplication<FireQuestionnaire>(caller, id, LINE);
  }

  async search(caller: UserCaller, query: FireSearchQuery, window: PageWindow): Promise<Page<FireApplication>> {
    const page = await this.searches.search(
      caller.environment,
      {
        line: LINE,
        agents: caller.user.readableAgents,
        statuses: statusesOf(query),
        applicationNo: query.application_no,
        policyNo: query.policy_no,
        clientName: query.client_name,
      },
      window,
    );
    return page as Page<FireApplication>;
  }

  async insert(caller: UserCaller, body: unknown): Promise<FireApplication> {
    const questionnaire = await this.reader.readNew(caller, body);
    const { status, fields } = this.calculator.calculate(caller, questionnaire, null);
    const { agentCode } = caller.user;
    return this.applications.insert(
      caller,
      { line: LINE, status, agentCode, plateNo: null, questionnaire, ...fields },
      toPersons(questionnaire),
    );
  }

  update(caller: UserCaller, id: string, body: unknown): Promise<FireApplication> {
    return this.applications.act<FireQuestionnaire>(caller, id, LINE, 'update', async (current) => {
      const questionnaire = await this.reader.readUpdate(caller, body, current.questionnaire);
      const { status, fields } = this.calculator.calculate(caller, questionnaire, current.approval);
      return {
        calculated: status,
        change: { questionnaire, ...fields },
        persons: changedPersons(toPersons(questionnaire), toPersons(current.questionnaire)),
      };
    });
  }

  calculate(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.act<FireQuestionnaire>(caller, id, LINE, 'calc', (current) => {
      const { status, fields } = this.calculator.calculate(caller, current.questionnaire, current.approval);
      return Promise.resolve({ calculated: status, change: fields });
    });
  }

  /** Back to entry: the price is no longer shown until the next calculation. */
  edit(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.act<FireQuestionnaire>(caller, id, LINE, 'edit', () =>
      Promise.resolve({ change: { price: null, enfiaEligible: [], messages: [] } }),
    );
  }

  moveToPrepay(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.act<FireQuestionnaire>(caller, id, LINE, 'prepay', (current) => {
      const recalculation = this.calculator.calculate(caller, current.questionnaire, current.approval);
      assertPriceStands(current, recalculation, toLocalDate(caller.at));
      return this.prepay.decide(caller, current);
    });
  }

  requestApproval(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.requestApproval<FireQuestionnaire>(caller, id, LINE);
  }

  /** To the customer, who has seven days to answer. */
  sendForAcceptance(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.act<FireQuestionnaire>(caller, id, LINE, 'send_for_acceptance', (current) => {
      const recalculation = this.calculator.calculate(caller, current.questionnaire, current.approval);
      assertPriceStands(current, recalculation, toLocalDate(caller.at));
      return Promise.resolve({ change: { acceptBy: acceptBy(toLocalDate(caller.at)) } });
    });
  }

  cancel(caller: UserCaller, id: string): Promise<FireApplication> {
    return this.applications.cancel<FireQuestionnaire>(caller, id, LINE);
  }
}

function statusesOf({ type, active }: FireSearchQuery): Status[] | undefined {
  if (type === undefined && active === undefined) return undefined;
  return Object.values(Status).filter(
    (status) =>
      (type === undefined || POLICY_STATUSES.has(status) === (type === 'POLICY')) &&
      (active === undefined || FINAL_STATUSES.has(status) === (active === '0')),
  );
}
