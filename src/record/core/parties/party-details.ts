import type { Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';

export interface PartyAddress {
  readonly id: number | null;
  readonly type: string;
  readonly line1: string;
  readonly city: string;
  readonly postCode: string;
  readonly inUse: boolean;
}

/** At most one of each type is preferred, and that one is in use. */
export interface PartyContact {
  readonly id: number | null;
  readonly type: string;
  readonly contact: string;
  readonly inUse: boolean;
  readonly preferred: boolean;
}

type Detail = PartyAddress | PartyContact;
/** Absent fields keep their value, or get their default in a new one. */
export type SentDetail<D extends Detail> = { readonly [Field in keyof D]?: D[Field] | undefined };

interface DetailPlan<D extends Detail> {
  readonly changes: readonly D[];
  readonly violations: readonly Violation[];
}

interface Row<D extends Detail> {
  readonly before: D | null;
  after: D;
  readonly index: number | null;
}

interface Kind<D extends Detail> {
  readonly keyOf: (detail: D) => string;
  readonly toNew: (sent: SentDetail<D>) => D;
  readonly path: string;
  readonly idField: string;
}

export const MAX_DETAILS = 200;

const UNKNOWN: Text = { el: 'Δεν βρέθηκε στα στοιχεία του προσώπου.', en: 'Not found among the details of the party.' };
const TWICE: Text = { el: 'Εμφανίζεται δύο φορές.', en: 'It appears twice.' };
const TOO_MANY: Text = { el: `Έως ${MAX_DETAILS} για κάθε πρόσωπο.`, en: `At most ${MAX_DETAILS} of each party.` };
export const NOT_PREFERRED: Text = { el: 'Προτιμώμενο είναι μόνο στοιχείο σε χρήση.', en: 'Only a contact in use can be preferred.' };
export const ONE_PREFERRED: Text = { el: 'Ένα προτιμώμενο για κάθε τύπο επικοινωνίας.', en: 'One preferred contact for each type.' };

const ADDRESSES: Kind<PartyAddress> = {
  keyOf: ({ type, line1, city, postCode }) => JSON.stringify([type, line1, city, postCode]),
  toNew: ({ type = '', line1 = '', city = '', postCode = '', inUse = true }) => ({ id: null, type, line1, city, postCode, inUse }),
  path: 'partyAddresses',
  idField: 'addressId',
};

const CONTACTS: Kind<PartyContact> = {
  keyOf: ({ type, contact }) => JSON.stringify([type, contact]),
  toNew: ({ type = '', contact = '', inUse = true, preferred = false }) => ({ id: null, type, contact, inUse, preferred }),
  path: 'partyContacts',
  idField: 'contactId',
};

/** An item without an id changes the equal one, or is new; unnamed addresses stay. */
export function buildAddressPlan(stored: readonly PartyAddress[], sent: readonly SentDetail<PartyAddress>[]): DetailPlan<PartyAddress> {
  const { rows, violations } = merge(ADDRESSES, stored, sent);
  return { changes: listChanges(rows), violations };
}

/** At most one of each type stays preferred, first of all one that is sent as preferred. */
export function buildContactPlan(stored: readonly PartyContact[], sent: readonly SentDetail<PartyContact>[]): DetailPlan<PartyContact> {
  const { rows, violations } = merge(CONTACTS, stored, sent);
  const isWanted = ({ index }: Row<PartyContact>): boolean => index !== null && sent[index]?.preferred === true;
  const typesWithPreferred = new Set<string>();
  for (const row of [...rows.filter(isWanted), ...rows.filter((one) => !isWanted(one))]) {
    const { type, inUse, preferred } = row.after;
    const isPreferred = preferred && inUse && !typesWithPreferred.has(type);
    if (isPreferred) typesWithPreferred.add(type);
    else if (isWanted(row)) {
      const text = inUse ? ONE_PREFERRED : NOT_PREFERRED;
      violations.push({ path: `${CONTACTS.path}[${row.index}].preferred`, code: ErrorCode.INVALID, text });
    }
    row.after = { ...row.after, preferred: isPreferred };
  }
  return { changes: listChanges(rows), violations };
}

function merge<D extends Detail>(
  { keyOf, toNew, path, idField }: Kind<D>,
  stored: readonly D[],
  sent: readonly SentDetail<D>[],
): { rows: Row<D>[]; violations: Violation[] } {
  const violations: Violation[] = [];
  const byId = new Map(stored.map((detail) => [detail.id, detail]));
  const byKey = new Map(stored.map((detail) => [keyOf(detail), detail]));
  const named = new Map<D, Row<D>>();
  const added: Row<D>[] = [];
  sent.forEach((item, index) => {
    const { id } = item;
    const fresh = toNew(item);
    const before = id === undefined ? byKey.get(keyOf(fresh)) : byId.get(id);
    if (before === undefined) {
      if (id === undefined) added.push({ before: null, after: fresh, index });
      else violations.push({ path: `${path}[${index}].${idField}`, code: ErrorCode.CHILD_NOT_FOUND, text: UNKNOWN });
    } else if (named.has(before)) {
      violations.push({ path: `${path}[${index}]`, code: ErrorCode.INVALID, text: TWICE });
    } else {
      // A detail that is sent again without its id is in use again.
      const revived = id === undefined ? { inUse: true } : {};
      named.set(before, { before, after: { ...before, ...revived, ...selectGiven(item), id: before.id }, index });
    }
  });
  const rows = [...stored.map((before) => named.get(before) ?? { before, after: before, index: null }), ...added];
  if (added.length > 0 && rows.length > MAX_DETAILS) violations.push({ path, code: ErrorCode.INVALID, text: TOO_MANY });
  return { rows, violations: [...violations, ...listTwinViolations(rows, keyOf, path)] };
}

function selectGiven<D extends Detail>(sent: SentDetail<D>): Partial<D> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<D>;
}

function listTwinViolations<D extends Detail>(rows: readonly Row<D>[], keyOf: (detail: D) => string, path: string): Violation[] {
  const seen = new Set<string>();
  const violations: Violation[] = [];
  // Rows that the list does not name come first.
  for (const { after, index } of rows.toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1))) {
    const key = keyOf(after);
    if (seen.has(key) && index !== null) violations.push({ path: `${path}[${index}]`, code: ErrorCode.INVALID, text: TWICE });
    seen.add(key);
  }
  return violations;
}

function listChanges<D extends Detail>(rows: readonly Row<D>[]): D[] {
  return rows.filter(({ before, after }) => before === null || JSON.stringify(before) !== JSON.stringify(after)).map(({ after }) => after);
}
