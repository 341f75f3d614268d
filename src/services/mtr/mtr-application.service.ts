import { Injectable } from '@nestjs/common';
import { addDays, parseInstant, toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Page, PageWindow } from '../../common/paging.js';
import { normalizePlate } from '../../common/plate.js';
import { acceptBy } from '../../record/applications/acceptance.js';
import { ApplicationSearchRepository, type ApplicationFilter } from '../../record/applications/application-search.repository.js';
import { Applications, type Decision } from '../../record/applications/applications.js';
import type { MotorQuestionnaire } from '../../record/applications/motor-questionnaire.js';
import { Prepay } from '../../record/applications/prepay.js';
import { assertPriceStands } from '../../record/applications/quote-validity.js';
import { statusesIn } from '../../record/applications/status-list.js';
import { POLICY_STATUSES } from '../../record/applications/status.js';
import { changedPersons } from '../../record/parties/person.js';
import type { MtrRecord } from './mtr-application.mapper.js';
import { MtrCalculator } from './mtr-calculator.js';
import { toPersons } from './mtr-persons.mapper.js';
import { MtrQuestionnaireReader } from './mtr-questionnaire.reader.js';
import type { MtrApplicationsQuery, MtrPoliciesQuery } from './mtr-search-query.dto.js';

const LINE = 'motor';
const ALL_POLICIES = [...POLICY_STATUSES];

/** The use cases of vehicle applications (motor.1 to motor.9, applications.1), each one transaction. */
@Injectable()
export class MtrApplicationService {
  constructor(
    private readonly applications: Applications,
    private readonly searches: ApplicationSearchRepository,
    private readonly reader: MtrQuestionnaireReader,
    private readonly calculator: MtrCalculator,
    private readonly prepay: Prepay,
  ) {}

  /** @throws DomainError APPLICATION_NOT_FOUND */
  get(caller: UserCaller, id: string): Promise<MtrRecord> {
    return this.applications.getApplication<MotorQuestionnaire>(caller, id, LINE);
  }

  /** @throws DomainError POLICY_NOT_FOUND, also for what is no policy yet */
  async getPolicy(caller: UserCaller, id: string): Promise<MtrRecord> {
    const found = await this.get(caller, id).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === ErrorCode.APPLICATION_NOT_FOUND) return null;
      throw error;
    });
    if (!found || !POLICY_STATUSES.has(found.status)) throw new DomainError(ErrorCode.POLICY_NOT_FOUND);
    return found;
  }

  search(caller: UserCaller, query: MtrApplicationsQuery, window: PageWindow): Promise<Page<MtrRecord>> {
    const from = query.fromdate === undefined ? undefined : (parseInstant(query.fromdate) ?? undefined);
    const statuses = query.status === undefined ? undefined : statusesIn(query.status);
    return this.find(caller, { ...filterOf(query), from, statuses }, window);
  }

  searchPolicies(caller: UserCaller, query: MtrPoliciesQuery, window: PageWindow): Promise<Page<MtrRecord>> {
    const asked = query.status === undefined ? ALL_POLICIES : statusesIn(query.status).filter((status) => POLICY_STATUSES.has(status));
    return this.find(caller, { ...filterOf(query), policyNo: query.policyno, statuses: asked }, window);
  }

  async insert(caller: UserCaller, body: unknown): Promise<MtrRecord> {
    const questionnaire = await this.reader.readNew(caller, body);
    const { status, fields } = this.calculator.calculate(caller, questionnaire, null);
    const { agentCode } = caller.user;
    const plateNo = questionnaire.plateNo ?? null;
    return this.applications.insert(caller, { line: LINE, status, agentCode, plateNo, questionnaire, ...fields }, toPersons(questionnaire));
  }

  /** In 01 and 31 too: a vehicle has no edit of its own. */
  update(caller: UserCaller, id: string, body: unknown): Promise<MtrRecord> {
    return this.applications.act<MotorQuestionnaire>(caller, id, LINE, 'update', async (current) => {
      const questionnaire = await this.reader.readUpdate(caller, body, current.questionnaire);
      const { status, fields } = this.calculator.calculate(caller, questionnaire, current.approval);
      const change = { questionnaire, plateNo: questionnaire.plateNo ?? null, acceptedAt: null, ...fields };
      return { calculated: status, change, persons: changedPersons(toPersons(questionnaire), toPersons(current.questionnaire)) };
    });
  }

  cancel(caller: UserCaller, id: string): Promise<MtrRecord> {
    return this.applications.cancel<MotorQuestionnaire>(caller, id, LINE);
  }

  moveToPrepay(caller: UserCaller, id: string): Promise<MtrRecord> {
    return this.applications.act<MotorQuestionnaire>(caller, id, LINE, 'prepay', (current) => {
      this.assertPriceStands(caller, current);
      return this.prepay.decide(caller, current);
    });
  }

  requestApproval(caller: UserCaller, id: string): Promise<MtrRecord> {
    return this.applications.requestApproval<MotorQuestionnaire>(caller, id, LINE);
  }

  /** To the customer, who has seven days to answer. */
  requestCustomerApproval(caller: UserCaller, id: string): Promise<MtrRecord> {
    return this.applications.act<MotorQuestionnaire>(caller, id, LINE, 'request_customer_approval', (current) => {
      this.assertPriceStands(caller, current);
      return Promise.resolve({ change: { acceptBy: acceptBy(toLocalDate(caller.at)), acceptedAt: null } });
    });
  }

  /** The price stands although the tariff changes, for as long as the calculation is good. */
  freeze(caller: UserCaller, id: string): Promise<MtrRecord> {
    return this.applications.act<MotorQuestionnaire>(caller, id, LINE, 'freeze', (current) => {
      const tariff = this.assertPriceStands(caller, current);
      const until = addDays(toLocalDate(current.calculatedAt), tariff.quoteValidityDays);
      const frozen = { tariffCode: tariff.code, tariffVersion: tariff.version, until };
      const decision: Decision<MotorQuestionnaire> = { change: { questionnaire: { ...current.questionnaire, frozen } } };
      return Promise.resolve(decision);
    });
  }

  /** @throws DomainError PRICE_NO_LONGER_VALID */
  private assertPriceStands(caller: UserCaller, current: MtrRecord) {
    const recalculation = this.calculator.calculate(caller, current.questionnaire, current.approval);
    assertPriceStands(current, recalculation, toLocalDate(caller.at));
    const { tariff } = recalculation;
    if (!tariff) throw new DomainError(ErrorCode.PRICE_NO_LONGER_VALID);
    return tariff;
  }

  private async find(caller: UserCaller, filter: Omit<ApplicationFilter, 'line' | 'agents'>, window: PageWindow): Promise<Page<MtrRecord>> {
    const { environment, user } = caller;
    const page = await this.searches.search(environment, { line: LINE, agents: user.readableAgents, ...filter }, window);
    return page as Page<MtrRecord>;
  }
}

function filterOf({ lastname, clientafm, plateno }: MtrPoliciesQuery): Pick<ApplicationFilter, 'lastName' | 'clientAfm' | 'plateNo'> {
  return { lastName: lastname, clientAfm: clientafm, plateNo: plateno === undefined ? undefined : normalizePlate(plateno) };
}
