import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { useGet } from '../../api/use-get.js';
import { useLocale, useText } from '../../messages/language.js';
import { bindTo, ChoiceField, TextField, type Fields } from '../../parts/form.js';
import { useCodes, withNone } from './codes.js';

/** The client, as he or she is typed. */
export const NOBODY = {
  ...{ lastName: '', firstName: '', fatherName: '', birthDate: '', gender: '', afm: '', doy: '' },
  ...{ address: '', city: '', postCode: '', mobile: '', email: '', consents: '' },
};
export type Person = Record<keyof typeof NOBODY, string>;

/** Where the API has each of them. */
type Paths = Readonly<Record<Exclude<keyof Person, 'consents'>, string>>;

interface PersonProps {
  readonly fields: Fields<Person>;
  readonly problem: Problem | null;
  readonly paths: Paths;
  readonly hasConsents?: boolean;
}

export function PersonForm({ fields, problem, paths, hasConsents = false }: PersonProps): ReactNode {
  const t = useText();
  const bind = bindTo(fields, problem);
  const at = (name: keyof Paths): ReturnType<typeof bind> => bind(name, `client.${paths[name]}`);
  const genders = useCodes('/parameters-api/genders');
  const offices = useCodes('/parameters-api/doy');
  return (
    <>
      <p className="quiet">{t('person.about')}</p>
      <div className="fields">
        <TextField {...at('lastName')} label="person.lastName" isRequired />
        <TextField {...at('firstName')} label="person.firstName" isRequired />
        <TextField {...at('fatherName')} label="person.fatherName" isRequired />
        <TextField {...at('birthDate')} label="person.birthDate" type="date" isRequired />
        <ChoiceField {...at('gender')} label="person.gender" choices={withNone(genders)} isRequired />
        <TextField {...at('afm')} label="filter.afm" isRequired />
        <ChoiceField {...at('doy')} label="person.doy" choices={withNone(offices)} isRequired />
        <TextField {...at('address')} label="person.address" isRequired />
        <TextField {...at('city')} label="person.city" isRequired />
        <TextField {...at('postCode')} label="person.postCode" isRequired />
        <TextField {...at('mobile')} label="person.mobile" type="tel" />
        <TextField {...at('email')} label="field.email" type="email" />
      </div>
      {hasConsents && <Consents fields={fields} />}
    </>
  );
}

const setOf = (text: string): Set<string> => new Set(text.split(' ').filter((id) => id !== ''));

/** What the client agrees to. Nothing is agreed to until it is ticked. */
function Consents({ fields }: { readonly fields: Fields<Person> }): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const consents = useGet('/parameters-api/marketing/consents');
  const given = setOf(fields.values.consents);
  const toggle = (id: string): void => {
    if (!given.delete(id)) given.add(id);
    fields.set('consents', [...given].join(' '));
  };
  return (
    <fieldset>
      <legend>{t('person.consents')}</legend>
      <div className="fields">
        {(consents.data?.body ?? []).map(({ id, masterTitle, masterTitleEn, title, titleEn }) => (
          <Checkbox
            key={id}
            size="xs"
            label={language === 'en' ? `${masterTitleEn}: ${titleEn}` : `${masterTitle}: ${title}`}
            checked={given.has(String(id))}
            onChange={() => toggle(String(id))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The answer to every consent that is asked for. */
export function answersOf(
  consents: readonly { readonly masterId: number; readonly id: number }[],
  given: string,
): { master_id: number; id: number; answer: '0' | '1' }[] {
  const ids = setOf(given);
  return consents.map(({ masterId, id }) => ({ master_id: masterId, id, answer: ids.has(String(id)) ? '1' : '0' }));
}
