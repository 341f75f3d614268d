import { ListOf, Nested } from '../../common/validation/decorators.js';
import { FireLoanDto, FireObjectFieldsRequest, MAX_CO_OWNERS, MAX_LOANS, MAX_OBJECTS } from './fire-object.dto.js';
import { FireClaimDto, MAX_CLAIMS } from './fire-risk-facts.dto.js';
import { FireCoOwnerDto } from './fire-person.dto.js';

export class FireObjectsRequest {
  /** Insured objects, at most 50 in an application. */
  @ListOf(() => FireObjectFieldsRequest, MAX_OBJECTS)
  objects_insured: FireObjectFieldsRequest[];
}

export class FireObjectRequest {
  /** The insured object; absent fields and lists stay unchanged. */
  @Nested(() => FireObjectFieldsRequest)
  objects_insured: FireObjectFieldsRequest;
}

export class FireClaimsRequest {
  /** Claims, at most 50 of an object. */
  @ListOf(() => FireClaimDto, MAX_CLAIMS)
  claims_history: FireClaimDto[];
}

export class FireClaimRequest {
  /** The claim; absent fields stay unchanged. */
  @Nested(() => FireClaimDto)
  claims_history: FireClaimDto;
}

export class FireCoOwnersRequest {
  /** Co-owners, at most 20 of an object. */
  @ListOf(() => FireCoOwnerDto, MAX_CO_OWNERS)
  'co-owners': FireCoOwnerDto[];
}

export class FireLoansRequest {
  /** Loans, one for each bank, at most 20 of an object. */
  @ListOf(() => FireLoanDto, MAX_LOANS)
  mortgages_loans: FireLoanDto[];
}

export class FireLoanAmountRequest {
  /** Amount of the loan, euro. @example 75000 */
  amount_loan: number;
}

/** An update of the loan of the bank in the path. */
export class FireLoanRequest {
  /** The loan with its new amount. */
  @Nested(() => FireLoanDto)
  mortgages_loans: FireLoanAmountRequest;
}
