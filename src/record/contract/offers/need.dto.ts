import { OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';

const MAX_CODE = 20;
export const MAX_NEEDS = 12;

export class NeedAnswerRequest {
  /** Code of the need, from the bundles of the tariff. @example 'NATCAT' */
  @Required()
  @TextUpTo(MAX_CODE)
  code: string;

  /** '1': the customer wants it. @example '1' */
  @Required()
  @OneOf(['0', '1'])
  answer: string;
}

export class NeedAnswerResponse {
  /** Code of the need. @example 'NATCAT' */
  code: string;

  /** '1': the customer wants it. @example '1' */
  answer: string;
}
