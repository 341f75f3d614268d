import type { Schema } from '../../api/schema.js';
import { changeableSpecs, withFields } from '../../forms/stored-draft.js';
import { textOf, type Draft, type Field, type Spec } from '../../forms/draft.js';
import { YES_NO, fireForm } from '../quote/fire-fields.js';
import { motorForm } from '../quote/motor-fields.js';
import type { QuoteParts } from '../quote/quote-parts.js';
import type { Companies } from '../quote/person-fields.js';

/** Name of the group with the request itself, next to the fields of the contract. */
export const REQUEST = 'request';

const LOSS_KINDS: readonly string[] = ['CHANGE', 'REPLACEMENT', 'SUCCESSION'];
/** A kind that is always effective from the start of the term. */
export const CORRECTION = 'CORRECTION';

/** Fields of the request. `isStaff` adds those that only staff may send. */
export function requestSpecs(isStaff: boolean): Spec {
  const staff: readonly Field[] = [
    { kind: 'date', name: 'receivedOn', label: 'amendment.receivedOn', hint: 'amendment.receivedOn.hint' },
    {
      kind: 'choice',
      name: 'isLossUnknown',
      label: 'amendment.isLossUnknown',
      hint: 'amendment.isLossUnknown.hint',
      choices: YES_NO,
      initial: '0',
      when: (owner) => LOSS_KINDS.includes(textOf(owner['kind'])),
    },
  ];
  return {
    kind: 'group',
    name: REQUEST,
    label: 'amendment.request',
    fields: [
      { kind: 'choice', name: 'kind', label: 'amendment.kind', isRequired: true, codes: { given: 'kinds' } },
      {
        kind: 'date',
        name: 'effectiveDate',
        label: 'amendment.effectiveDate',
        isRequired: true,
        when: (owner) => textOf(owner['kind']) !== CORRECTION,
      },
      ...(isStaff ? staff : []),
      { kind: 'long', name: 'reason', label: 'amendment.reason', hint: 'amendment.reason.hint', isRequired: true },
    ],
  };
}

interface Bundle {
  readonly uses: readonly string[];
}

const isFor =
  (use: string) =>
  (item: unknown, owner: Draft): boolean =>
    (item as Bundle).uses.includes(textOf(owner[use]));

/** Codes come from the tariff of the policy and from lists that staff can read too, unlike those of the services. */
const FIRE_CODES: Readonly<Record<string, Partial<Field>>> = {
  bundle_code: {
    kind: 'choice',
    label: 'contract.bundle',
    codes: { given: 'bundles', only: isFor('kind_of_risk') },
    resets: ['extra_covers'],
  },
  discounts: { kind: 'ticks', hint: undefined, codes: { given: 'discounts' } },
};
const usageOf = (owner: Draft): string => textOf(owner['usageCode']);
const MOTOR_CODES: Readonly<Record<string, Partial<Field>>> = {
  bundleCode: {
    kind: 'choice',
    label: 'contract.bundle',
    codes: { given: 'bundles', only: isFor('usageCode') },
    resets: ['extraCovers', 'swappableCovers'],
  },
  discountCodes: { codes: { given: 'discounts' } },
  usageCode: { codes: { list: 'vehicleUsages' } },
  makeCode: {
    codes: {
      path: '/backoffice-api/code-lists',
      of: 'vehicleMakes',
      query: (owner) => (usageOf(owner) === '' ? null : { names: 'vehicleMakes', usageCode: usageOf(owner) }),
    },
  },
  modelCode: {
    codes: {
      path: '/backoffice-api/code-lists',
      of: 'vehicleModels',
      query: (owner) => {
        const [usageCode, makeCode] = [usageOf(owner), textOf(owner['makeCode'])];
        return usageCode === '' || makeCode === '' ? null : { names: 'vehicleModels', usageCode, makeCode };
      },
    },
  },
};

export function contractParts(line: string, companies: Companies): QuoteParts {
  const [parts, codes] = line === 'fire' ? [fireForm(companies), FIRE_CODES] : [motorForm(companies), MOTOR_CODES];
  const withCodes = (specs: readonly Spec[]): readonly Spec[] => withFields(specs, codes);
  return { risk: withCodes(parts.risk), bundle: withCodes(parts.bundle), client: withCodes(parts.client), all: withCodes(parts.all) };
}

/** Returns the parts with the fields that the kind may change. */
export function changeableParts(parts: QuoteParts, kind: Schema<'AmendmentKindResponse'> | undefined): QuoteParts {
  const fields = kind?.fields ?? [];
  // Another insured person is a question of the form only.
  const paths = fields.some((path) => path.startsWith('insured.')) ? [...fields, 'isOther'] : fields;
  const only = (specs: readonly Spec[]): readonly Spec[] => changeableSpecs(specs, paths);
  return { risk: only(parts.risk), bundle: only(parts.bundle), client: only(parts.client), all: only(parts.all) };
}
