import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { bindTo, ChoiceField, forgetDraft, TextField, useAction, useFields, type Fields } from '../../parts/form.js';
import { today } from '../../parts/format.js';
import type { Problem } from '../../api/problem.js';
import { useCodes } from './codes.js';
import { answersOf, NOBODY, PersonForm, type Person } from './person-form.js';
import { Offers, QuoteFrame, type Offer, type Step } from './quote-frame.js';

const DWELLING = '04';
const BUILDING = '01';
const CONTENT = '02';
const DRAFT = 'quote.fire';

const RISK = {
  ...{ subkind: '0401', address: '', addressNumber: '', city: '', postCode: '', buildingYear: '', pipingYear: '', squareMeters: '' },
  ...{ floors: '', floor: '', bordering: '0', isOwner: '1', skeleton: '01', walls: '01', roof: '01', building: '', content: '' },
  ...{ startDate: '', frequency: '12', contactWay: '01', acceptance: '02', bundle: '' },
};
type Risk = typeof RISK;

const PATHS = {
  ...{ lastName: 'last_name', firstName: 'first_name', fatherName: 'father_name', birthDate: 'birth_date', gender: 'gender_code' },
  ...{ afm: 'afm', doy: 'doy_code', address: 'address', city: 'city', postCode: 'post_code', mobile: 'mobile', email: 'email' },
};

/** From the facts of a dwelling to an application. What is typed of the risk outlives a reload; what is typed of a person stays in memory alone. */
export function FireQuotePage(): ReactNode {
  const navigate = useNavigate();
  const risk = useFields({ ...RISK, startDate: today() }, DRAFT);
  const person = useFields<Person>(NOBODY);
  const [step, setStep] = useState<Step>('risk');
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const prefectures = useGet('/parameters-api/prefectures');
  const consents = useGet('/parameters-api/marketing/consents');
  const prefecture = prefectureOf(prefectures.data?.body ?? [], risk.values.postCode);
  const quote = useAction(
    (key) =>
      call('post', '/fire-api/pricing/calcbundles', {
        key,
        body: { bundles: [{ prefecture_code: prefecture, ...quoteOf(risk.values) }] },
      }),
    ({ body }) => {
      setOffers(
        body.map(({ bundle_code: code, title, pricing, messages, covers }) => ({
          ...{ code, title, gross: pricing?.gross ?? null, messages },
          covers: covers.filter(({ included }) => included),
        })),
      );
      setStep('bundle');
    },
  );
  const insert = useAction(
    (key) =>
      call('post', '/fire-api/rsc/applications', {
        key,
        body: { fire_application: applicationOf(risk.values, person.values, answersOf(consents.data?.body ?? [], person.values.consents)) },
      }),
    ({ body }) => {
      forgetDraft(DRAFT);
      void navigate({ to: `/portfolio/fire/${body.id}` });
    },
  );
  const problem = step === 'client' || insert.problem !== null ? insert.problem : quote.problem;
  const next = { risk: () => void quote.run(), bundle: () => setStep('client'), client: () => void insert.run() };
  return (
    <QuoteFrame
      title="nav.quote.fire"
      step={step}
      goTo={setStep}
      next={next[step]}
      isRunning={quote.isRunning || insert.isRunning}
      isReady={step !== 'bundle' || risk.values.bundle !== ''}
      problem={step === 'risk' ? quote.problem : step === 'client' ? insert.problem : null}
    >
      {step === 'risk' && <RiskForm fields={risk} problem={problem} />}
      {step === 'bundle' && <Offers offers={offers} chosen={risk.values.bundle} choose={(code) => risk.set('bundle', code)} />}
      {step === 'client' && <PersonForm fields={person} problem={problem} paths={PATHS} hasConsents />}
    </QuoteFrame>
  );
}

function RiskForm({ fields, problem }: { readonly fields: Fields<Risk>; readonly problem: Problem | null }): ReactNode {
  const t = useText();
  const bind = bindTo(fields, problem);
  const yesNo = [
    ['0', t('answer.no')],
    ['1', t('answer.yes')],
  ] as const;
  const frequencies = ['12', '6', '3'].map((n) => [n, t('fact.frequency.months', { n })] as const);
  const object = (name: string): string => `objects_insured[0].${name}`;
  return (
    <div className="fields">
      <ChoiceField
        {...bind('subkind', 'subkind_of_risk')}
        label="quote.subkind"
        choices={useCodes('/fire-api/parameters/kindsOfRisks/subkindsOfRisks', { kindsOfRisks: DWELLING })}
      />
      <TextField {...bind('address', object('address'))} label="person.address" isRequired />
      <TextField {...bind('addressNumber', 'address_number')} label="quote.addressNumber" />
      <TextField {...bind('city', object('city'))} label="person.city" isRequired />
      <TextField {...bind('postCode', 'prefecture_code')} label="person.postCode" isRequired />
      <TextField {...bind('buildingYear', 'building_year')} label="quote.buildingYear" type="number" isRequired />
      <TextField {...bind('pipingYear', 'building_year_piping')} label="quote.pipingYear" hint="quote.pipingYear.hint" type="number" />
      <TextField {...bind('squareMeters', 'square_meters')} label="quote.squareMeters" type="number" isRequired />
      <TextField {...bind('floors', 'building_floors')} label="quote.floors" hint="quote.floors.hint" type="number" isRequired />
      <TextField {...bind('floor', 'insurance_floors')} label="quote.floor" type="number" isRequired />
      <ChoiceField
        {...bind('skeleton', 'construction_of_skeleton')}
        label="quote.skeleton"
        choices={useCodes('/fire-api/parameters/constructionOfSkeletons')}
      />
      <ChoiceField
        {...bind('walls', 'construction_of_walls')}
        label="quote.walls"
        choices={useCodes('/fire-api/parameters/constructionOfWalls')}
      />
      <ChoiceField {...bind('roof', 'roof_construction')} label="quote.roof" choices={useCodes('/fire-api/parameters/roofsConstruction')} />
      <ChoiceField {...bind('bordering')} label="quote.bordering" choices={yesNo} />
      <ChoiceField {...bind('isOwner', 'is_owner_building')} label="quote.isOwner" choices={yesNo} />
      <TextField {...bind('building', 'insured_values[0].insured_value')} label="quote.building" type="number" isRequired />
      <TextField {...bind('content', 'insured_values[1].insured_value')} label="quote.content" type="number" />
      <TextField {...bind('startDate', 'start_date')} label="column.startDate" type="date" isRequired />
      <ChoiceField {...bind('frequency', 'pay_frequency_in_months')} label="fact.frequency" choices={frequencies} />
      <ChoiceField {...bind('contactWay', 'contact_way_code')} label="quote.contactWay" choices={useCodes('/parameters-api/contactways')} />
      <ChoiceField
        {...bind('acceptance', 'application_acceptance_method')}
        label="quote.acceptance"
        choices={useCodes('/fire-api/parameters/acceptance_methods')}
      />
    </div>
  );
}

/** The prefecture of a post code: the one with the longest of the beginnings that it has. */
function prefectureOf(prefectures: readonly Schema<'PrefectureItemResponse'>[], postCode: string): string {
  const found = prefectures
    .flatMap(({ code, postcodePrefixes }) => postcodePrefixes.map((prefix) => ({ code, prefix })))
    .filter(({ prefix }) => postCode.startsWith(prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  return found[0]?.code ?? '';
}

/** Leaves out what is blank, so that the API says what is missing. */
function numberOf(text: string): number {
  return text.trim() === '' ? (undefined as never) : Number(text);
}

function quoteOf(risk: Risk): Omit<Schema<'FireQuoteRequest'>, 'prefecture_code'> {
  const sums = [
    { group_cover: BUILDING, insured_value: risk.building },
    { group_cover: CONTENT, insured_value: risk.content },
  ];
  return {
    building_year: numberOf(risk.buildingYear),
    building_year_piping: numberOf(risk.pipingYear === '' ? risk.buildingYear : risk.pipingYear),
    subkind_of_risk: risk.subkind,
    construction_of_skeleton: risk.skeleton,
    roof_construction: risk.roof,
    square_meters: numberOf(risk.squareMeters),
    insurance_floors: risk.floor === '' ? [] : [Number(risk.floor)],
    is_owner_building: risk.isOwner === '1' ? '1' : '0',
    insured_values: sums.filter((sum) => sum.insured_value !== '').map((sum) => ({ ...sum, insured_value: Number(sum.insured_value) })),
  };
}

function applicationOf(
  risk: Risk,
  person: Person,
  consents: Schema<'FireClientDto'>['consents'],
): Schema<'FireApplicationRequest'>['fire_application'] {
  const client = {
    ...{ person_type_code: '1', last_name: person.lastName, first_name: person.firstName, father_name: person.fatherName },
    ...{ birth_date: person.birthDate, gender_code: person.gender, address: person.address, city: person.city, post_code: person.postCode },
    ...{ mobile: person.mobile || undefined, email: person.email || undefined, afm: person.afm, doy_code: person.doy, citizenship: 'GR' },
  };
  return {
    start_date: risk.startDate,
    pay_frequency_in_months: Number(risk.frequency) as 3 | 6 | 12,
    contact_way_code: risk.contactWay,
    application_acceptance_method: risk.acceptance,
    client: { ...client, consents },
    insured: client,
    objects_insured: [
      {
        ...quoteOf(risk),
        kind_of_risk: DWELLING,
        address: risk.address,
        address_number: risk.addressNumber || undefined,
        city: risk.city,
        post_code: risk.postCode,
        building_year_piping: numberOf(risk.pipingYear === '' ? risk.buildingYear : risk.pipingYear),
        square_meters: numberOf(risk.squareMeters),
        bordering: risk.bordering === '1' ? '1' : '0',
        building_floors: Array.from({ length: Number(risk.floors) + 1 }, (_, floor) => floor),
        insurance_floors: risk.floor === '' ? [] : [Number(risk.floor)],
        construction_of_walls: risk.walls,
        bundle_code: risk.bundle,
      },
    ],
  };
}
