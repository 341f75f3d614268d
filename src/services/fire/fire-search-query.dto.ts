import { OneOf, TextUpTo, ZeroOne } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';

export class FireSearchQuery extends PageQuery {
  /** POLICY from issue on, APPLICATION before. @example 'POLICY' */
  @OneOf(['APPLICATION', 'POLICY'])
  type?: string;

  /** '1': status not final, '0': status final. @example '1' */
  @ZeroOne()
  active?: string;

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
