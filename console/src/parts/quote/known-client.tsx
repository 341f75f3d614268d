import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { textOf, valueAt } from '../../forms/draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useText, type MessageId } from '../../messages/language.js';
import { PERSON_DEFAULTS, type PersonNames, type Question } from './person-fields.js';

const AFM = /^\d{9}$/;
const IN_USE = '1';

type Party = Schema<'PartyResponse'>;
type Answers = Partial<Record<Question, string>>;

/** Result of the search for the AFM that was typed. */
type Knowledge = 'none' | 'known' | 'new';

/**
 * Fills in a client whom the agent knows, once the AFM is typed (console.132). Answers that the user typed stay; those
 * of another AFM that was typed before are replaced.
 */
export function useKnownClient(form: DraftForm, names: PersonNames): Knowledge {
  const afm = textOf(valueAt(form.draft, `client.${names.afm}`)).trim();
  const [stored] = useState(afm);
  const filled = useRef<{ readonly afm: string; readonly answers: Answers }>({ afm, answers: {} });
  const isAsked = AFM.test(afm) && afm !== stored;
  const { data } = useGet('/parties-api/resources/parties', { query: { afm }, enabled: isAsked });
  const party = isAsked ? data?.body[0] : undefined;
  useEffect(() => {
    if (!isAsked || data === undefined || filled.current.afm === afm) return;
    const before = filled.current.answers;
    const answers = party === undefined ? {} : answersOf(party);
    for (const question of Object.keys({ ...before, ...answers }) as Question[]) {
      const path = `client.${names[question]}`;
      const blank = PERSON_DEFAULTS[question] ?? '';
      if (textOf(valueAt(form.draft, path)) === (before[question] ?? blank)) form.set(path, answers[question] ?? blank);
    }
    filled.current = { afm, answers };
  }, [afm, data, form, isAsked, names, party]);
  if (!isAsked || data === undefined) return 'none';
  return party === undefined ? 'new' : 'known';
}

const TEXTS: Readonly<Record<Knowledge, MessageId>> = { none: 'client.afmFirst', known: 'client.known', new: 'client.new' };

export function ClientNote({ knowledge }: { readonly knowledge: Knowledge }): ReactNode {
  const t = useText();
  return (
    <p role="status" className="quiet">
      {t(TEXTS[knowledge])}
    </p>
  );
}

function answersOf({ partyAddresses, partyContacts, ...party }: Party): Answers {
  const address = partyAddresses.findLast(({ inUse, addressType }) => inUse === IN_USE && ['HOME', 'SEAT'].includes(addressType));
  const contactOf = (type: string): string => {
    const contacts = partyContacts.filter(({ inUse, contactType }) => inUse === IN_USE && contactType === type);
    return (contacts.find(({ preferred }) => preferred === '1') ?? contacts.at(-1))?.contact ?? '';
  };
  return {
    type: party.personType,
    lastName: party.lastName,
    firstName: party.firstName ?? '',
    fatherName: party.fathersName ?? '',
    birthDate: party.birthdate ?? '',
    gender: party.gender ?? '',
    job: party.occupationCode ?? '',
    address: address?.line_1 ?? '',
    city: address?.city ?? '',
    postCode: address?.postCode ?? '',
    mobile: contactOf('MOBILE'),
    phone: contactOf('PHONE'),
    email: contactOf('EMAIL'),
  };
}
