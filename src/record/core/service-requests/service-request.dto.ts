import { OneOf, RequiredWhen, TextUpTo } from '../../../common/validation/decorators.js';

const MAX_ANSWER = 4000;

export class ServiceRequestChangeRequest {
  /** Answer to the agent, at most 4000 characters. @example 'Η διεύθυνση άλλαξε.' */
  @RequiredWhen(({ status }: ServiceRequestChangeRequest) => status !== 'CLOSED')
  @TextUpTo(MAX_ANSWER)
  answer?: string;

  /** ANSWERED, or CLOSED to end it; ANSWERED when absent. @example 'CLOSED' */
  @OneOf(['ANSWERED', 'CLOSED'])
  status?: string;
}

export class ServiceRequestFields {
  /** Category. Codes: `GET /service-requests-api/resources/parameters/categories`. @example 'MOTOR-CLAIMS' */
  category: string;
  /** Subject of the request. @example 'Αλλαγή διεύθυνσης' */
  subject: string;
  /** The request. @example 'Ο πελάτης μετακόμισε στην Πάτρα.' */
  body: string;
  /** OPEN, ANSWERED or CLOSED. @example 'ANSWERED' */
  status: string;
  /** The answer; null until there is one. @example 'Η διεύθυνση άλλαξε.' */
  answer: string | null;
  /** Time of the request, Athens. @example '2026-11-20T10:00:00' */
  createdAt: string;
  /** Time of the last answer, Athens. @example '2026-11-20T12:30:00' */
  answeredAt: string | null;
  /** Time of its end, Athens. @example '2026-11-21T09:00:00' */
  closedAt: string | null;
}
