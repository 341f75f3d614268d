import type { OperationContext, UserCaller } from '../../../src/common/caller.js';
import type { Violation } from '../../../src/common/domain-error.js';
import { toDecimal, toAmount } from '../../../src/common/money.js';
import { toStoredInput } from '../../../src/common/validation/checked.js';
import { validateInput } from '../../../src/common/validation/validate.js';
import type { ApplicationRecord } from '../../../src/record/core/applications/application.js';
import { buildApplicationLinks } from '../../../src/record/core/applications/application-links.js';
import type { Contract, Line, LineRenewer, NextYear, QuestionnaireReader } from '../../../src/record/core/lines/line.js';
import { CHANGES, type ChangeContext, type ChangeKind } from '../../../src/record/core/lines/change.js';
import { listForbiddenFields } from '../../../src/record/core/lines/field-kinds.js';
import type { Person } from '../../../src/record/core/parties/person.js';
import type { TravelCalculator } from './travel-calculator.js';
import { TRAVEL_FORM } from './travel-form.js';
import { TravelApplicationRequest, type TravelApplicationResponse } from './travel.dto.js';
import type { TravelQuestionnaire } from './travel-questionnaire.js';

const DATES: ReadonlySet<string> = new Set(['start_date']);
const INDIVIDUAL = '1';

/** A complete third line of business, with the parts that the lines of the program have in their folders. */
export class TravelLine implements Line<'travel'> {
  readonly code = 'travel';
  readonly fieldsOfTerm = [];
  readonly form = TRAVEL_FORM;
  readonly calculator: TravelCalculator;

  constructor(calculator: TravelCalculator) {
    this.calculator = calculator;
  }

  readonly reader: QuestionnaireReader<'travel'> = {
    readNew: (_caller: UserCaller, body: unknown) => Promise.resolve(read(body)),
    readUpdate: (_caller: UserCaller, body: unknown, stored: TravelQuestionnaire) =>
      Promise.resolve(read({ ...stored, ...(body as object) })),
    readChange: (_context: ChangeContext, changes: unknown, stored: TravelQuestionnaire) =>
      Promise.resolve(read({ ...stored, ...(changes as object) })),
  };

  readonly renewer: LineRenewer<'travel'> = {
    nextYear: (_context: OperationContext, { questionnaire, endDate }: ApplicationRecord<'travel'>): Promise<NextYear<'travel'>> =>
      Promise.resolve({ questionnaire: { ...questionnaire, start_date: endDate } }),
  };

  personsOf({ client }: TravelQuestionnaire): Person[] {
    return [
      {
        afm: client.afm,
        personType: INDIVIDUAL,
        lastName: client.last_name,
        firstName: client.first_name ?? null,
        fathersName: null,
        birthdate: null,
        genderCode: null,
        occupationCode: null,
        address: null,
        phone: null,
        mobile: null,
        email: null,
      },
    ];
  }

  findForbiddenChanges(before: TravelQuestionnaire, after: TravelQuestionnaire, kind: ChangeKind): Violation[] {
    return listForbiddenFields<Pick<TravelQuestionnaire, 'start_date'>>(before, after, { start_date: [] }, kind, CHANGES);
  }

  listChangeableFields(): string[] {
    return [];
  }

  creditorsOf(): [] {
    return [];
  }

  listBundles(): string[] {
    return [];
  }

  listRiskKinds(): string[] {
    return [];
  }

  listDiscounts(): readonly string[][] {
    return [];
  }

  plateOf(): null {
    return null;
  }

  readonly toResponse = toTravelResponse;

  contractOf({ client, destination, travellers, sum_insured: amount }: TravelQuestionnaire): Contract {
    const person = { name: [client.last_name, client.first_name].filter(Boolean).join(' '), afm: client.afm, address: null };
    return {
      line: 'Ταξιδιωτική ασφάλιση',
      client: person,
      insured: person,
      objectIds: [],
      facts: [{ label: 'Προορισμός', value: destination }],
      objects: [
        {
          title: `${travellers} ταξιδιώτες`,
          details: [],
          insuredValues: [{ group: 'Ιατρικά έξοδα', amount: toAmount(toDecimal(amount)) }],
        },
      ],
    };
  }
}

export function toTravelResponse(application: ApplicationRecord<'travel'>, { root }: UserCaller): TravelApplicationResponse {
  const { id, applicationNo, policyNo, status, price, messages, questionnaire, renewalOf, renewedBy } = application;
  return {
    id,
    application_no: applicationNo,
    policy_no: policyNo,
    status_code: status,
    price,
    messages,
    ...questionnaire,
    renewal_of: renewalOf,
    renewed_by: renewedBy,
    links: buildApplicationLinks(application, root),
  };
}

function read(body: unknown): TravelQuestionnaire {
  return toStoredInput(validateInput(TravelApplicationRequest, body), DATES) as TravelQuestionnaire;
}
