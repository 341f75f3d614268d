import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate } from '../../../common/athens.js';
import type { UserCaller } from '../../../common/caller.js';
import type { Page, PageWindow } from '../../../common/paging.js';
import type { Tariff } from '../../../pricing/tariff.js';
import { getAcceptanceDeadline, assertPriceStands } from '../../core/applications/quote-validity.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationSearchRepository, type ApplicationFilter } from '../../core/applications/application-search.repository.js';
import { ApplicationService, type Outcome } from '../../core/applications/application.service.js';
import { assertSells } from '../../money/agents/new-business.js';
import { ClosedAgents } from '../../../store/closed-agents.js';
import { PrepayService } from './prepay.service.js';
import { findChangedPersons } from '../../core/parties/person.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';

type SendAction = 'send_for_acceptance' | 'request_customer_approval';

@Injectable()
export class LineApplicationsService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly searches: ApplicationSearchRepository,
    private readonly lines: LineRegistry,
    private readonly prepay: PrepayService,
    private readonly closedAgents: ClosedAgents,
    private readonly letters: LetterService,
  ) {}

  get<C extends LineCode>(caller: UserCaller, line: C, id: string): Promise<ApplicationRecord<C>> {
    return this.applications.getApplication(caller, id, line);
  }

  async search<C extends LineCode>(
    { environment, user }: UserCaller,
    line: C,
    filter: Omit<ApplicationFilter, 'line' | 'agents'>,
    window: PageWindow,
  ): Promise<Page<ApplicationRecord<C>>> {
    return this.searches.search(environment, { line, agents: user.readableAgents, ...filter }, window);
  }

  async insert<C extends LineCode>(caller: UserCaller, line: C, body: unknown): Promise<ApplicationRecord<C>> {
    assertSells(this.closedAgents, { ...caller, agentCode: caller.user.agentCode, isRenewal: false });
    const of = this.lines.of(line);
    const questionnaire = await of.reader.readNew(caller, body);
    const { status, fields } = of.calculator.calculate(caller, questionnaire, null);
    const draft = { line, status, agentCode: caller.user.agentCode, plateNo: of.plateOf(questionnaire), questionnaire, ...fields };
    return this.applications.insert<C>(caller, draft, of.personsOf(questionnaire));
  }

  async update<C extends LineCode>(caller: UserCaller, line: C, id: string, body: unknown): Promise<ApplicationRecord<C>> {
    const { application } = await this.change(caller, line, id, async (stored) => ({
      questionnaire: await this.lines.of(line).reader.readUpdate(caller, body, stored),
      result: undefined,
    }));
    return application;
  }

  /** Deletes the customer's consent too. */
  change<C extends LineCode, R>(
    caller: UserCaller,
    line: C,
    id: string,
    read: (stored: Questionnaires[C]) => Promise<{ questionnaire: Questionnaires[C]; result: R }>,
  ): Promise<Outcome<C, R>> {
    const of = this.lines.of(line);
    return this.applications.actWithResult(caller, id, line, 'update', async (current) => {
      const { questionnaire, result } = await read(current.questionnaire);
      const { status, fields } = of.calculator.calculate(caller, questionnaire, current.approval);
      return {
        result,
        calculated: status,
        change: { questionnaire, plateNo: of.plateOf(questionnaire), acceptedAt: null, ...fields },
        persons: findChangedPersons(of.personsOf(questionnaire), of.personsOf(current.questionnaire)),
      };
    });
  }

  calculate<C extends LineCode>(caller: UserCaller, line: C, id: string): Promise<ApplicationRecord<C>> {
    return this.applications.act(caller, id, line, 'calc', (current) => {
      const { status, fields } = this.lines.of<C>(current.line).calculator.calculate(caller, current.questionnaire, current.approval);
      return Promise.resolve({ calculated: status, change: fields });
    });
  }

  edit<C extends LineCode>(caller: UserCaller, line: C, id: string): Promise<ApplicationRecord<C>> {
    const change = { price: null, enfiaEligible: [], messages: [] };
    return this.applications.act(caller, id, line, 'edit', () => Promise.resolve({ change }));
  }

  /** @throws DomainError PRICE_NO_LONGER_VALID, DUPLICATE_POLICY */
  moveToPrepay<C extends LineCode>(caller: UserCaller, line: C, id: string): Promise<ApplicationRecord<C>> {
    return this.applications.act(caller, id, line, 'prepay', (current) => {
      this.assertPriceStands(caller, current);
      return this.prepay.decide(caller, current);
    });
  }

  requestApproval<C extends LineCode>(caller: UserCaller, line: C, id: string): Promise<ApplicationRecord<C>> {
    return this.applications.requestApproval(caller, id, line);
  }

  /** The customer can accept for seven days. @throws DomainError PRICE_NO_LONGER_VALID */
  sendToCustomer<C extends LineCode>(caller: UserCaller, line: C, id: string, action: SendAction): Promise<ApplicationRecord<C>> {
    return this.applications.act(caller, id, line, action, (current) => {
      this.assertPriceStands(caller, current);
      const deadline = getAcceptanceDeadline(toLocalDate(caller.at));
      const { price, startDate, endDate, version } = current;
      const facts = { amount: price?.gross ?? '0', acceptBy: addDays(toLocalDate(deadline), -1), startDate, endDate };
      return Promise.resolve({
        change: { acceptBy: deadline, acceptedAt: null },
        also: async (tx) => void (await this.letters.write(tx, caller, current, { kind: 'OFFER', about: String(version), facts })),
      });
    });
  }

  cancel<C extends LineCode>(caller: UserCaller, line: C, id: string): Promise<ApplicationRecord<C>> {
    return this.applications.cancel(caller, id, line);
  }

  assertPriceStands<C extends LineCode>(caller: UserCaller, current: ApplicationRecord<C>): Tariff {
    const recalculation = this.lines.of<C>(current.line).calculator.calculate(caller, current.questionnaire, current.approval);
    return assertPriceStands(current, recalculation, toLocalDate(caller.at));
  }
}
