/** What the record tells the insurer's people. */
export const MessageKind = {
  /** A person of an application differs from the register. */
  PARTY_MISMATCH: 'PARTY_MISMATCH',
  /** A payment paid nothing. */
  SUSPENSE: 'SUSPENSE',
  /** A virus was found in a file. */
  INFECTED_DOCUMENT: 'INFECTED_DOCUMENT',
} as const;
