/** The kinds of messages from the system of record to staff. */
export const MessageKind = {
  /** Agents' records of an AFM differ in last name or birth date. */
  PARTY_MISMATCH: 'PARTY_MISMATCH',
  /** A payment paid nothing. */
  SUSPENSE: 'SUSPENSE',
  /** A virus was found in a file. */
  INFECTED_DOCUMENT: 'INFECTED_DOCUMENT',
} as const;
