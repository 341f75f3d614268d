import { IsoDate, TextUpTo } from '../../common/validation/decorators.js';
import { SizedPageQuery } from '../../common/validation/page-query.dto.js';
import { StatusList } from '../../record/core/applications/status-list.js';

class MotorSearchQuery extends SizedPageQuery {
  /** Part of the client's surname or company name; case and accents are ignored. @example 'παπαδ' */
  @TextUpTo(100)
  lastname?: string;

  /** Tax number of the client. @example '123456783' */
  @TextUpTo(20)
  clientafm?: string;

  /** Plate in any spelling. @example 'ΙΖΧ-4821' */
  @TextUpTo(20)
  plateno?: string;

  /** One status or several, separated by commas. @example '50,55' */
  @StatusList()
  status?: string;
}

export class MotorApplicationsQuery extends MotorSearchQuery {
  /** Earliest date or datetime of insert, Greek time. @example '2026-11-01' */
  @IsoDate()
  fromdate?: string;
}

export class MotorPoliciesQuery extends MotorSearchQuery {
  /** First characters of the policy number. @example 'P26' */
  @TextUpTo(20)
  policyno?: string;
}
