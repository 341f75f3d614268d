/** Services in the order in which a program meets them. */
const TAGS: Readonly<Record<string, string>> = {
  'auth-api': 'Bearer tokens for user-keys, how far the quota of the key is used, and the calls of the last days. Begin here.',
  'parameters-api': 'Lists of codes that all lines use: persons, places, banks, subagents, consents.',
  'parties-api': 'Persons and companies that the agent keeps, with addresses and contacts.',
  'fire-api': 'Fire insurance: lists of codes, offers, and applications from entry to prepay.',
  'mtr-api': 'Vehicle insurance: lists of codes, prices, applications, policies and their documents.',
  'collection-api': 'Payment and issue of applications of all lines, and their instalments and renewals.',
  'common-api': 'Receipts of policies of all lines.',
  'docs-api': 'Documents of applications and policies of all lines.',
  'events-api': 'What happened to the applications of the agent: a feed, and webhooks.',
  'reports-api':
    'Tables of the agent’s business as CSV or JSON lines: production, receipts, commission bases, renewals, referrals, property tax.',
  'test-api': 'In the sandbox only: what else takes months, other people or bad luck is brought about by the program itself.',
  'service-requests-api': 'Requests of the agent to the insurer, and the answers.',
  'backoffice-api': 'For the insurer’s people, and for agents that sign up and manage their keys; a session instead of an API key.',
};

/** Returns the used tags in their order. Throws for an unknown one. */
export function describedTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  const unknown = [...used].filter((name) => !(name in TAGS));
  if (unknown.length > 0) throw new Error(`No description of the tag ${unknown.join(', ')}`);
  return Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
}
