import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, ParameterObject } from '../gateway/documentation/openapi-types.js';

export const TAGS: Readonly<Record<string, string>> = {
  'auth-api': 'Bearer tokens for user-keys, the usage of the quota, and the calls of the last days. Start here.',
  'parameters-api': 'Lists of codes that all lines use: persons, places, banks, subagents, consents.',
  'parties-api': 'Persons and companies of the agent, with addresses and contacts.',
  'fire-api': 'Fire insurance: lists of codes, offers, and applications from entry to prepay.',
  'mtr-api': 'Vehicle insurance: lists of codes, prices, applications, policies and their documents.',
  'collection-api': 'Payment and issue of applications of all lines, and their instalments and renewals.',
  'common-api': 'Receipts of policies of all lines.',
  'docs-api': 'Documents of applications and policies of all lines.',
  'events-api': 'Events of the agent’s applications: a feed, and webhooks.',
  'reports-api':
    'Tables of the agent’s business as CSV or JSON lines: production, receipts, commission bases, renewals, referrals, property tax.',
  'test-api': 'Sandbox only: lets a program cause what otherwise takes time, other people or failures.',
  'service-requests-api': 'Requests of the agent to the insurer, and the replies.',
  customer: 'The customer’s page: read, pay, answer and withdraw by a link, without an account.',
  'backoffice-api': 'For the insurer’s people, and for agents that sign up and manage their keys; a session instead of an API key.',
};

const PLACES: Readonly<Record<string, readonly [description: string, example: string | number]>> = {
  applications: ['Number of the application, as returned by its insert.', 17],
  policies: ['Number of the policy: the number of its application.', 17],
  amendments: ['Number of the amendment within its policy.', 1],
  portfolio: ['Number of the application, as returned by its insert.', 17],
  'portfolio-transfers': ['Number of the transfer, as returned by its creation.', 3],
  'amendment-runs': ['Number of the run, as returned by its creation.', 3],
  c: ['Token of the link.', '4fK2w9XbT7mQ1zR8yL5pN3vH6jD0sGcAeUiOkWtB'],
  customer_links: ['Number of the link, as returned by its creation.', 7],
  'customer-links': ['Number of the link, as returned by its creation.', 7],
  sessions: ['Number of the session, as returned by the list of sessions.', 4711],
  letters: ['Number of the letter, as returned by the list of letters.', 12],
  information: ['Document, as returned by the list of information: `ipid-` and the code of a bundle, `terms` or `privacy`.', 'ipid-104'],
  documents: ['Number of the document, as returned by its insert or the list of documents.', 42],
  receipts: ['Number of the receipt, as returned by the list of receipts.', 1],
  objects_insured: ['Number of the insured object in its application: `object_id`.', 1],
  claims_history: ['Number of the claim: `claim_id`.', 1],
  'co-owners': ['Number of the co-owner: `co_owner_id`.', 1],
  mortgages_loans: ['Code of the bank that gave the loan: `bank_id`. Codes: `GET /parameters-api/banks`.', '011'],
  clients: ['Number of the person or company in the register.', 5],
  parties: ['Number of the party: `partyId`.', 5],
  srs: ['Number of the service request: `serviceRequestId`.', 'SR-26-000123-K'],
  'service-requests': ['Number of the service request: `serviceRequestId`.', 'SR-26-000123-K'],
  events: ['Id of the event in the feed and in deliveries.', 'evt_1042_1f0c9a3b'],
  webhooks: ['Number of the webhook.', 12],
  deliveries: ['Number of the delivery, as returned by the list of deliveries.', 3107],
  agents: ['Code of the agent.', '10004'],
  'agent-accounts': ['Code of the agent.', '10004'],
  'api-keys': ['Number of the API key, not the key itself.', 3],
  calls: ['`X-Request-Id` of the response.', '01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11'],
  messages: ['Number of the message.', 8],
  'message-templates': ['Number of the template, as returned by its creation.', 2],
  'quote-drafts': ['Number of the saved form, as returned by its creation.', 2],
  'bank-statements': ['Number of the statement.', 1],
  entries: ['Number of the transfer.', 17],
  withdrawals: ['Number of the withdrawal.', 4],
  'commission-rates': ['Line of business: `fire` or `motor`.', 'fire'],
  '{line}': ['Version of the rates.', 1],
  'bonus-malus': ['Plate of the vehicle, in any spelling.', 'IZX4821'],
  claims: ['Number of the claim at the claims department.', 'Z-26-1042'],
  authorities: ['Number of the authority.', 8],
  bookings: ['Number of the booking.', 41],
  'commission-statements': ['Number of the commission statement.', 3],
  statements: ['Number of the commission statement.', 3],
  passkeys: ['Number of the passkey.', 2],
  'payout-batches': ['Number of the batch of payouts.', 4],
  'pending-actions': ['Number of the action that waits for a second person.', 5],
  refunds: ['Number of the refund.', 7],
  suspense: ['Number of the suspense item.', 6],
  'user-keys': ['Number of the user-key, not the key itself.', 12],
  users: ['Number of the user.', 9],
};

const NAME = /^\{(\w+)\}$/;

export function addPathParameters(document: OpenAPIObject): OpenAPIObject {
  const paths = { ...document.paths };
  for (const [path, item] of Object.entries(paths)) {
    const operations = Object.entries(item as Record<string, OperationObject>).map(([method, operation]) => [
      method,
      withPlaces(path, operation),
    ]);
    paths[path] = Object.fromEntries(operations) as typeof item;
  }
  return { ...document, paths };
}

function withPlaces(path: string, operation: OperationObject): OperationObject {
  const segments = path.split('/');
  const declared = operation.parameters ?? [];
  const missing = segments
    .flatMap((segment) => NAME.exec(segment)?.[1] ?? [])
    .filter((name) => !declared.some((parameter) => 'name' in parameter && parameter.in === 'path' && parameter.name === name))
    .map((name): ParameterObject => ({ name, required: true, in: 'path', schema: { type: 'string' } }));
  const parameters = [...missing, ...declared].map((parameter) => {
    if ('$ref' in parameter || parameter.in !== 'path' || parameter.description) return parameter;
    const [description, example] = PLACES[segments[segments.indexOf(`{${parameter.name}}`) - 1] ?? ''] ?? [];
    if (description === undefined) return parameter;
    const number = typeof example === 'number' ? ({ type: 'integer', minimum: 1 } as const) : {};
    return { ...parameter, description, schema: { ...parameter.schema, ...number, example } };
  });
  return { ...operation, parameters };
}
