import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { bindTo, ChoiceField, forgetDraft, TextField, useAction, useFields, type Fields } from '../../parts/form.js';
import { today } from '../../parts/format.js';
import { useCodes, withNone } from './codes.js';
import { NOBODY, PersonForm, type Person } from './person-form.js';
import { Offers, QuoteFrame, type Offer, type Step } from './quote-frame.js';

const DRAFT = 'quote.motor';

const VEHICLE = {
  ...{ usage: '01', subusage: '', make: '', model: '', year: '', engineCc: '', powerInKw: '', value: '', postCode: '' },
  ...{ bonusMalus: '10', startDate: '', frequency: '12', bundle: '' },
};
type Vehicle = typeof VEHICLE;

/** What says whose vehicle it is. */
const DRIVER = { plateNo: '', birthYear: '', licenceDate: '' };
type Driver = typeof DRIVER;

const PATHS = {
  ...{ lastName: 'lastName', firstName: 'firstName', fatherName: 'fathersName', birthDate: 'birthdate', gender: 'genderCode', afm: 'afm' },
  ...{ doy: 'doyCode', address: 'addressStreet', city: 'addressCity', postCode: 'addressPostcode', mobile: 'mobile', email: 'email' },
};

/** From the facts of a vehicle to an application. What is typed of the vehicle outlives a reload; what tells whose it is stays in memory alone. */
export function MotorQuotePage(): ReactNode {
  const navigate = useNavigate();
  const vehicle = useFields({ ...VEHICLE, startDate: today() }, DRAFT);
  const driver = useFields(DRIVER);
  const person = useFields<Person>(NOBODY);
  const [step, setStep] = useState<Step>('risk');
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const quote = useAction(
    (key) => call('post', '/mtr-api/resources/quotes/prices', { key, body: quoteOf(vehicle.values, driver.values) }),
    ({ body }) => {
      setOffers(
        body.bundles.map(({ bundleCode: code, bundleTitle: title, premium, messages, covers }) => ({
          ...{ code, title, gross: premium?.gross ?? null, messages, covers },
        })),
      );
      setStep('bundle');
    },
  );
  const insert = useAction(
    (key) => call('post', '/mtr-api/resources/applications', { key, body: applicationOf(vehicle.values, driver.values, person.values) }),
    ({ body }) => {
      forgetDraft(DRAFT);
      void navigate({ to: `/portfolio/motor/${body.id}` });
    },
  );
  const next = { risk: () => void quote.run(), bundle: () => setStep('client'), client: () => void insert.run() };
  return (
    <QuoteFrame
      title="nav.quote.motor"
      step={step}
      goTo={setStep}
      next={next[step]}
      isRunning={quote.isRunning || insert.isRunning}
      isReady={step !== 'bundle' || vehicle.values.bundle !== ''}
      problem={step === 'risk' ? quote.problem : step === 'client' ? insert.problem : null}
    >
      {step === 'risk' && <VehicleForm vehicle={vehicle} driver={driver} problem={insert.problem ?? quote.problem} />}
      {step === 'bundle' && <Offers offers={offers} chosen={vehicle.values.bundle} choose={(code) => vehicle.set('bundle', code)} />}
      {step === 'client' && <PersonForm fields={person} problem={insert.problem} paths={PATHS} />}
    </QuoteFrame>
  );
}

interface VehicleProps {
  readonly vehicle: Fields<Vehicle>;
  readonly driver: Fields<Driver>;
  readonly problem: Problem | null;
}

function VehicleForm({ vehicle, driver, problem }: VehicleProps): ReactNode {
  const t = useText();
  const bind = bindTo(vehicle, problem);
  const of = bindTo(driver, problem);
  const { usage, make } = vehicle.values;
  const models = useGet('/mtr-api/resources/parameters/modelCode', { query: { makeCode: make, usageCode: usage }, enabled: make !== '' });
  const found = models.data?.body ?? [];
  const subusages = useGet('/mtr-api/resources/parameters/usageSubcode');
  const subcodes = useCodes('/mtr-api/resources/parameters/usageSubcode');
  const ofUsage = new Set((subusages.data?.body ?? []).filter(({ usageCode }) => usageCode === usage).map(({ code }) => code));
  const frequencies = ['12', '6', '3'].map((n) => [n, t('fact.frequency.months', { n })] as const);
  return (
    <div className="fields">
      <ChoiceField {...bind('usage', 'usageCode')} label="motor.usage" choices={useCodes('/mtr-api/resources/parameters/usageCode')} />
      <ChoiceField
        {...bind('subusage', 'usageSubcode')}
        label="motor.subusage"
        choices={withNone(subcodes.filter(([code]) => ofUsage.has(code)))}
      />
      <TextField {...of('plateNo')} label="column.plateNo" isRequired />
      <ChoiceField
        {...bind('make', 'makeCode')}
        label="motor.make"
        choices={withNone(useCodes('/mtr-api/resources/parameters/makeCode', { usageCode: usage }))}
        isRequired
      />
      <ChoiceField
        {...bind('model', 'modelCode')}
        label="motor.model"
        choices={withNone(found.map(({ code, title }) => [code, title]))}
        isRequired
      />
      <TextField {...bind('year', 'manufactureYear')} label="motor.year" type="number" isRequired />
      <TextField {...bind('engineCc')} label="motor.engineCc" type="number" isRequired />
      <TextField {...bind('powerInKw')} label="motor.power" type="number" isRequired />
      <TextField {...bind('value', 'insuredValue')} label="motor.value" type="number" isRequired />
      <TextField {...bind('postCode', 'regionPostcode')} label="motor.postCode" isRequired />
      <TextField {...bind('bonusMalus')} label="motor.bonusMalus" type="number" isRequired />
      <TextField {...of('birthYear', 'driverBirthYear')} label="motor.birthYear" type="number" isRequired />
      <TextField {...of('licenceDate', 'driverLicenceDate')} label="motor.licenceDate" type="date" isRequired />
      <TextField {...bind('startDate', 'policyStartDate')} label="column.startDate" type="date" isRequired />
      <ChoiceField {...bind('frequency', 'payFrequencyInMonths')} label="fact.frequency" choices={frequencies} />
    </div>
  );
}

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

function quoteOf(vehicle: Vehicle, driver: Driver): Schema<'PricingParamRequest'> {
  return {
    policyStartDate: vehicle.startDate,
    payFrequencyInMonths: Number(vehicle.frequency) as 3 | 6 | 12,
    usageCode: vehicle.usage,
    plateNo: driver.plateNo || undefined,
    regionPostcode: vehicle.postCode || undefined,
    makeCode: vehicle.make || undefined,
    modelCode: vehicle.model || undefined,
    manufactureYear: numberOf(vehicle.year),
    engineCc: numberOf(vehicle.engineCc),
    powerInKw: numberOf(vehicle.powerInKw),
    insuredValue: numberOf(vehicle.value),
    bonusMalus: numberOf(vehicle.bonusMalus),
    driverBirthYear: numberOf(driver.birthYear),
    driverLicenceDate: driver.licenceDate || undefined,
  };
}

function applicationOf(vehicle: Vehicle, driver: Driver, person: Person): Schema<'MotorApplicationRequest'> {
  return {
    ...quoteOf(vehicle, driver),
    policyStartDate: vehicle.startDate,
    usageCode: vehicle.usage,
    usageSubcode: vehicle.subusage || undefined,
    bundleCode: vehicle.bundle,
    client: {
      ...{ personTypeCode: '1', lastName: person.lastName, firstName: person.firstName, fathersName: person.fatherName },
      ...{ birthdate: person.birthDate || undefined, genderCode: person.gender || undefined, addressStreet: person.address },
      ...{ addressCity: person.city, addressPostcode: person.postCode, mobile: person.mobile || undefined },
      ...{ email: person.email || undefined, afm: person.afm, doyCode: person.doy || undefined, citizenship: 'GR' },
    },
  };
}
