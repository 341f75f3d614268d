import { OneOf, RequiredWhen, TextUpTo } from '../../../common/validation/decorators.js';

const MAX_ANSWER = 4000;

/** An answer, the end of a request, or both. */
export class ServiceRequestChangeRequest {
  /** What the agent reads, at most 4000 characters. @example 'Η διεύθυνση άλλαξε.' */
  @RequiredWhen(({ status }: ServiceRequestChangeRequest) => status !== 'CLOSED')
  @TextUpTo(MAX_ANSWER)
  answer?: string;

  /** ANSWERED, or CLOSED to end it; ANSWERED when absent. @example 'CLOSED' */
  @OneOf(['ANSWERED', 'CLOSED'])
  status?: string;
}
