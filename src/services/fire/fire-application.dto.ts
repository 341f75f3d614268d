import { IsoDate, ListOf, Nested, OneOfNumbers, Required, TextUpTo, OneOf, ZeroOne } from '../../common/validation/decorators.js';
import { Status } from '../../record/core/applications/status.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { FireObjectFieldsRequest, MAX_OBJECTS } from './fire-object.dto.js';
import { FireClientDto, FirePersonDto } from './fire-person.dto.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';

/** Months between payments (fire.13). */
export const FIRE_PAY_FREQUENCIES = [3, 6, 12];

export class FireApplicationFieldsRequest {
  /** Start of insurance, a date or a datetime (Greek time). @example '2026-12-01' */
  @Required()
  @IsoDate()
  start_date: string;

  /** Months between payments: 3, 6 or 12. @example 12 */
  @Required()
  @OneOfNumbers(FIRE_PAY_FREQUENCIES)
  pay_frequency_in_months: number;

  /** Preferred contact way, from `GET /parameters-api/contactways`. @example '01' */
  @Required()
  @CodeOf('contactWays')
  contact_way_code: string;

  /** How the customer accepts, from `GET /fire-api/parameters/acceptance_methods`. @example '02' */
  @Required()
  @CodeOf('acceptanceMethods')
  application_acceptance_method: string;

  /** Approved subagent of the agent, from `GET /parameters-api/subagents`. @example '1000101' */
  @TextUpTo(20)
  subagent_code?: string;

  /** Servicing agent; accepted from brokers only. @example '10003' */
  @TextUpTo(20)
  service_code?: string;

  /** Agent that earns the commission; accepted from brokers only. @example '10003' */
  @TextUpTo(20)
  commission_code?: string;

  /** Recipient of the policy. */
  @Required()
  @Nested(() => FireClientDto)
  client: FireClientDto;

  /** Insured person. */
  @Required()
  @Nested(() => FirePersonDto)
  insured: FirePersonDto;

  /** Insured objects, at most 50; none keeps the application in status 00. */
  @ListOf(() => FireObjectFieldsRequest, MAX_OBJECTS)
  objects_insured?: FireObjectFieldsRequest[];
}

/** Body of insert and update. An update needs client and insured; other absent fields stay unchanged. */
export class FireApplicationRequest {
  /** The application. */
  @Nested(() => FireApplicationFieldsRequest, { wrapper: true })
  fire_application: FireApplicationFieldsRequest;
}

export class FireSearchQuery extends PageQuery {
  /** POLICY from issue on, APPLICATION before. @example 'POLICY' */
  @OneOf(['APPLICATION', 'POLICY'])
  type?: string;

  /** '1': status not final, '0': status final. @example '1' */
  @ZeroOne()
  active?: string;

  /** Status code. @example '25' */
  @OneOf(Object.values(Status))
  status?: string;

  /** First characters of the application number. @example 'F26' */
  @TextUpTo(20)
  application_no?: string;

  /** First characters of the policy number. @example 'P26' */
  @TextUpTo(20)
  policy_no?: string;

  /** Part of the client's name; case and accents are ignored. @example 'παπαδ' */
  @TextUpTo(100)
  client_name?: string;
}
