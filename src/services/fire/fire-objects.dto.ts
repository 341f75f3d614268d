import { FireClaimDto, FireLoanDto, FireObjectDto } from './fire-object.dto.js';
import { FireCoOwnerDto } from './fire-person.dto.js';

/** Insured objects to insert. */
export class FireObjectsRequest {
  /** The objects; at most 50 in an application. */
  objects_insured: FireObjectDto[];
}

/** An insured object to update. */
export class FireObjectRequest {
  /** The object; what is absent keeps its value, claims, co-owners and loans too. */
  objects_insured: FireObjectDto;
}

/** Claims to insert. */
export class FireClaimsRequest {
  /** The claims; at most 50 of an object. */
  claims_history: FireClaimDto[];
}

/** A claim to update. */
export class FireClaimRequest {
  /** The claim; what is absent keeps its value. */
  claims_history: FireClaimDto;
}

/** Co-owners to insert. */
export class FireCoOwnersRequest {
  /** The co-owners; at most 20 of an object. */
  'co-owners': FireCoOwnerDto[];
}

/** Loans to insert. */
export class FireLoansRequest {
  /** The loans, one for each bank; at most 20 of an object. */
  mortgages_loans: FireLoanDto[];
}

/** A loan to update; the bank of the address names it. */
export class FireLoanRequest {
  /** The loan: its new amount. */
  mortgages_loans: FireLoanAmountDto;
}

/** The new amount of a loan. */
export class FireLoanAmountDto {
  /**
   * Amount of the loan, euro.
   * @example 75000
   */
  amount_loan: number;
}
