import { ListOf, Nested } from '../../common/validation/decorators.js';
import { FireLoanDto, FireObjectFieldsRequest, MAX_CO_OWNERS, MAX_LOANS, MAX_OBJECTS } from './fire-object.dto.js';
import { FireClaimDto, MAX_CLAIMS } from './fire-risk-facts.dto.js';
import { FireCoOwnerDto } from './fire-person.dto.js';

export class FireObjectsRequest {
  /** The objects; at most 50 in an application. */
  @ListOf(() => FireObjectFieldsRequest, MAX_OBJECTS)
  objects_insured: FireObjectFieldsRequest[];
}

export class FireObjectRequest {
  /** The object; what is absent keeps its value, claims, co-owners and loans too. */
  @Nested(() => FireObjectFieldsRequest)
  objects_insured: FireObjectFieldsRequest;
}

export class FireClaimsRequest {
  /** The claims; at most 50 of an object. */
  @ListOf(() => FireClaimDto, MAX_CLAIMS)
  claims_history: FireClaimDto[];
}

export class FireClaimRequest {
  /** The claim; what is absent keeps its value. */
  @Nested(() => FireClaimDto)
  claims_history: FireClaimDto;
}

export class FireCoOwnersRequest {
  /** The co-owners; at most 20 of an object. */
  @ListOf(() => FireCoOwnerDto, MAX_CO_OWNERS)
  'co-owners': FireCoOwnerDto[];
}

export class FireLoansRequest {
  /** The loans, one for each bank; at most 20 of an object. */
  @ListOf(() => FireLoanDto, MAX_LOANS)
  mortgages_loans: FireLoanDto[];
}

export class FireLoanAmountRequest {
  /** Amount of the loan, euro. @example 75000 */
  amount_loan: number;
}

/** A loan to update; the bank of the address names it. */
export class FireLoanRequest {
  /** The loan: its new amount. */
  @Nested(() => FireLoanDto)
  mortgages_loans: FireLoanAmountRequest;
}
