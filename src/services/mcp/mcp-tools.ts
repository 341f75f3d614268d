import type { JsonSchemaType } from '@modelcontextprotocol/server';

export interface RestCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly fields?: readonly string[];
}

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchemaType;
  /** Writes in production need a confirmation (mcp.4). */
  readonly isWrite: boolean;
  readonly toCall: (input: ToolInput) => RestCall;
}

type Line = 'fire' | 'motor';

export interface ToolInput {
  readonly line: Line;
  readonly id: number;
  readonly action: ActionName;
  readonly application: unknown;
  readonly risk: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly confirmation?: string;
}

const APPLICATIONS: Readonly<Record<Line, string>> = { fire: '/fire-api/rsc/applications', motor: '/mtr-api/resources/applications' };
const PRICES: Readonly<Record<Line, string>> = { fire: '/fire-api/pricing/calcbundles', motor: '/mtr-api/resources/quotes/prices' };
const PRICE_FIELDS = ['pricing', 'premium', 'covers', 'discounts', 'messages', 'applicationMessages', 'pendingMessages'];

const ACTIONS = ['request_approval', 'send_to_customer', 'prepay', 'charge', 'cancel'] as const;
type ActionName = (typeof ACTIONS)[number];

function toAction({ line, id, action }: ToolInput): RestCall {
  const path = `${APPLICATIONS[line]}/${id}`;
  const names = {
    fire: { request_approval: 'request_approval', send_to_customer: 'send_for_acceptance', prepay: 'prepay' },
    motor: { request_approval: 'requestApproval', send_to_customer: 'requestCustomerApproval', prepay: 'issuePrepay' },
  }[line];
  if (action === 'cancel') return { method: 'DELETE', path };
  if (action === 'charge') return { method: 'PUT', path: `/collection-api/applications/${id}/charge` };
  return { method: 'PUT', path: `${path}/${names[action]}` };
}

const LINE = { type: 'string', enum: ['fire', 'motor'], description: 'Line of business.' };
const ID = { type: 'integer', minimum: 1, maximum: 9_999_999_999, description: 'Id of the application or policy.' };
const ACTION = { type: 'string', enum: [...ACTIONS], description: 'prepay fixes the price; charge debits the agent’s account and issues.' };
const APPLICATION = { type: 'object', description: 'Body of the REST call that inserts or updates an application of the line.' };
const RISK = { type: 'object', description: 'Body of POST /fire-api/pricing/calcbundles or POST /mtr-api/resources/quotes/prices.' };
const FILTER = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'Parameters of the search: start, limit, and of fire client_name, policy_no, application_no; of motor lastname, plateno, policyno.',
};
const CONFIRMATION = { type: 'string', maxLength: 500, description: 'In production: the confirmation that the same call returned before.' };

function build(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): JsonSchemaType {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const MCP_TOOLS: readonly McpTool[] = [
  {
    name: 'search_applications',
    title: 'Search',
    description: 'Searches the applications and policies of a line, newest first.',
    inputSchema: build({ line: LINE, query: FILTER }, ['query']),
    isWrite: false,
    toCall: ({ line, query = {} }) => ({ method: 'GET', path: APPLICATIONS[line], query }),
  },
  {
    name: 'read_application',
    title: 'Read',
    description: 'Reads an application or policy with persons, objects, price, status and next steps.',
    inputSchema: build({ line: LINE, id: ID }),
    isWrite: false,
    toCall: ({ line, id }) => ({ method: 'GET', path: `${APPLICATIONS[line]}/${id}` }),
  },
  {
    name: 'quote',
    title: 'Quote',
    description: 'Prices a risk without storing anything.',
    inputSchema: build({ line: LINE, risk: RISK }),
    isWrite: false,
    toCall: ({ line, risk }) => ({ method: 'POST', path: PRICES[line], body: risk }),
  },
  {
    name: 'validate_application',
    title: 'Validate',
    description: 'Checks and prices an application without storing it. Returns every error with its place.',
    inputSchema: build({ line: LINE, application: APPLICATION }),
    isWrite: false,
    toCall: ({ line, application }) => ({ method: 'POST', path: APPLICATIONS[line], query: { dry_run: 'true' }, body: application }),
  },
  {
    name: 'explain_price',
    title: 'Explain a price',
    description: 'Returns the price of an application with its covers, taxes, instalments and messages.',
    inputSchema: build({ line: LINE, id: ID }),
    isWrite: false,
    toCall: ({ line, id }) => ({ method: 'GET', path: `${APPLICATIONS[line]}/${id}`, fields: PRICE_FIELDS }),
  },
  {
    name: 'preview_action',
    title: 'Preview an action',
    description: 'Shows what an action on an application would do, without doing it.',
    inputSchema: build({ line: LINE, id: ID, action: ACTION }),
    isWrite: false,
    toCall: (input) => ({ ...toAction(input), query: { dry_run: 'true' } }),
  },
  {
    name: 'create_application',
    title: 'Create an application',
    description:
      'Inserts an application. In production the first call is a dry run and returns a confirmation; the second one with it carries it out.',
    inputSchema: build({ line: LINE, application: APPLICATION, confirmation: CONFIRMATION }, ['confirmation']),
    isWrite: true,
    toCall: ({ line, application }) => ({ method: 'POST', path: APPLICATIONS[line], body: application }),
  },
  {
    name: 'change_application',
    title: 'Change an application',
    description: 'Replaces the answers of an application that is not issued. In production as create_application.',
    inputSchema: build({ line: LINE, id: ID, application: APPLICATION, confirmation: CONFIRMATION }, ['confirmation']),
    isWrite: true,
    toCall: ({ line, id, application }) => ({ method: 'PUT', path: `${APPLICATIONS[line]}/${id}`, body: application }),
  },
  {
    name: 'act_on_application',
    title: 'Act on an application',
    description: 'Carries out an action on an application or policy. In production as create_application.',
    inputSchema: build({ line: LINE, id: ID, action: ACTION, confirmation: CONFIRMATION }, ['confirmation']),
    isWrite: true,
    toCall: toAction,
  },
];
