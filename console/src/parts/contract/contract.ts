import type { Schema } from '../../api/schema.js';

export type Line = 'fire' | 'motor';

export const isLine = (name: string): name is Line => name === 'fire' || name === 'motor';

/** Status of a policy that can be amended. */
export const IN_FORCE = '50';

/** An application or policy of either line, as a page shows it. */
export interface Contract {
  readonly line: Line;
  readonly id: number;
  readonly number: string;
  readonly policyNo: string | null;
  readonly isPolicy: boolean;
  readonly status: string;
  readonly statusTitle: string;
  readonly agentCode: string;
  readonly client: string;
  readonly clientAfm: string;
  /** The insured address or vehicle. */
  readonly subject: string;
  readonly bundle: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly frequency: number | null;
  readonly price: Price | null;
  readonly messages: readonly { readonly code: string; readonly severity: string; readonly path: string; readonly text: string }[];
  /** Relations of its links, such as `notification` (payment code) and `receipts`. */
  readonly relations: ReadonlySet<string>;
}

/** Euro. */
export interface Price {
  readonly net: number;
  readonly fee: number;
  readonly tax: number;
  readonly levies: number;
  readonly gross: number;
  readonly lines: readonly { readonly title: string; readonly sumInsured: number | null; readonly net: number }[];
  readonly instalments: readonly { readonly no: number; readonly from: string; readonly to: string; readonly gross: number }[];
}

const joined = (...parts: readonly (string | number | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

const relationsOf = (links: readonly { readonly rel: string }[]): ReadonlySet<string> => new Set(links.map(({ rel }) => rel));

export function contractOfFire(found: Schema<'FireApplicationResponse'>): Contract {
  const { client, objects_insured: objects, pricing } = found;
  const [object] = objects;
  return {
    line: 'fire',
    id: found.id,
    number: found.application_no,
    policyNo: found.policy_no,
    isPolicy: found.type === 'POLICY',
    status: found.status_code,
    statusTitle: found.status_title,
    agentCode: found.agent_code,
    client: joined(client.last_name, client.first_name),
    clientAfm: client.afm,
    subject: object === undefined ? '' : joined(object.address, object.address_number, object.city),
    bundle: joined(...new Set(objects.map(({ bundle_code: code }) => code))),
    startDate: found.start_date,
    endDate: found.end_date,
    frequency: found.pay_frequency_in_months,
    price: pricing && {
      net: pricing.net,
      fee: pricing.fee,
      tax: pricing.tax_total,
      levies: pricing.levy_total,
      gross: pricing.gross,
      lines: pricing.lines.map(({ title, sum_insured: sumInsured, net }) => ({ title, sumInsured, net })),
      instalments: pricing.instalments,
    },
    messages: found.messages,
    relations: relationsOf(found.links),
  };
}

export function contractOfMotor(found: Schema<'MotorApplicationResponse'>): Contract {
  const { client, premium } = found;
  return {
    line: 'motor',
    id: found.id,
    number: found.applicationNo,
    policyNo: found.policyNo,
    isPolicy: found.policyIssueDate !== null,
    status: found.statusCode,
    statusTitle: found.statusTitle,
    agentCode: found.agentCode,
    client: joined(client.lastName, client.firstName),
    clientAfm: client.afm,
    subject: joined(found.plateNo, found.makeTitle, found.modelTitle),
    bundle: joined(found.bundleCode, found.bundleTitle),
    startDate: found.policyStartDate,
    endDate: found.policyEndDate,
    frequency: found.payFrequencyInMonths,
    price: premium && {
      net: premium.net,
      fee: premium.fee,
      tax: premium.taxTotal,
      levies: premium.levyTotal,
      gross: premium.gross,
      lines: premium.lines.map(({ title, sumInsured, net }) => ({ title, sumInsured, net })),
      instalments: premium.instalments,
    },
    messages: found.applicationMessages,
    relations: relationsOf(found.links),
  };
}
