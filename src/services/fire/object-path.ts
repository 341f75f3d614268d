/** Parameters of the path of an insured object. */
export interface ObjectPath {
  readonly id: string;
  readonly object_id: string;
}

/** Parameters of the path of a claim, a co-owner or a loan of an object. */
export type ChildPath<Child extends 'claim_id' | 'co_owner_id' | 'bank_id'> = ObjectPath & Readonly<Record<Child, string>>;
