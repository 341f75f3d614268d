import type { Fault } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';

/** An address that an agent keeps of a party; without an id while it is new. */
export interface PartyAddress {
  readonly id: number | null;
  readonly type: string;
  readonly line1: string;
  readonly city: string;
  readonly postCode: string;
  readonly inUse: boolean;
}

/** A contact that an agent keeps of a party. At most one of each type is preferred, and that one is in use. */
export interface PartyContact {
  readonly id: number | null;
  readonly type: string;
  readonly contact: string;
  readonly inUse: boolean;
  readonly preferred: boolean;
}

type Detail = PartyAddress | PartyContact;
/** As an agent sends it: what is absent stays as it is, or has its default in a new one. With an id it may be a part. */
export type SentDetail<D extends Detail> = { readonly [Field in keyof D]?: D[Field] | undefined };

/** Rows to write: changed ones with their id, new ones without. To be used only when there are no faults. */
export interface DetailPlan<D extends Detail> {
  readonly changes: readonly D[];
  readonly faults: readonly Fault[];
}

interface Row<D extends Detail> {
  readonly before: D | null;
  after: D;
  /** Place in the list that was sent; null when that does not name the row. */
  readonly index: number | null;
}

interface Kind<D extends Detail> {
  /** Of the fields that make two details the same one. */
  readonly keyOf: (detail: D) => string;
  readonly toNew: (sent: SentDetail<D>) => D;
  readonly path: string;
  readonly idField: string;
}

/** The most details of each kind that an agent keeps of one party. */
export const MAX_DETAILS = 200;

const UNKNOWN: Text = { el: 'Δεν βρέθηκε στα στοιχεία του προσώπου.', en: 'Not found among the details of the party.' };
const TWICE: Text = { el: 'Εμφανίζεται δύο φορές.', en: 'It stands there twice.' };
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

/**
 * What a list of addresses makes of those the agent has: an item with an id changes that one, an item without one changes the one that is
 * the same, or is new; what the list does not name stays as it is.
 */
export function planAddresses(stored: readonly PartyAddress[], sent: readonly SentDetail<PartyAddress>[]): DetailPlan<PartyAddress> {
  const { rows, faults } = merge(ADDRESSES, stored, sent);
  return { changes: changesOf(rows), faults };
}

/** The same of contacts; a contact that becomes preferred takes that from the other one of its type, one out of use loses it. */
export function planContacts(stored: readonly PartyContact[], sent: readonly SentDetail<PartyContact>[]): DetailPlan<PartyContact> {
  const { rows, faults } = merge(CONTACTS, stored, sent);
  const chosen = new Map<string, Row<PartyContact>>();
  for (const row of rows) {
    const isWanted = row.index !== null && sent[row.index]?.preferred === true;
    const refuse = (text: Text) => faults.push({ path: `${CONTACTS.path}[${row.index}].preferred`, code: ErrorCode.INVALID, text });
    if (!row.after.inUse) {
      if (isWanted) refuse(NOT_PREFERRED);
      row.after = { ...row.after, preferred: false };
    } else if (isWanted) {
      if (chosen.has(row.after.type)) refuse(ONE_PREFERRED);
      chosen.set(row.after.type, row);
    }
  }
  for (const row of rows) {
    const winner = chosen.get(row.after.type);
    if (winner !== undefined && winner !== row) row.after = { ...row.after, preferred: false };
  }
  keepOnePreferred(rows);
  return { changes: changesOf(rows), faults };
}

/** A preferred contact that moved to a type that has one already is no longer the preferred one. */
function keepOnePreferred(rows: readonly Row<PartyContact>[]): void {
  const seen = new Set<string>();
  for (const row of rows) {
    if (!row.after.preferred) continue;
    if (seen.has(row.after.type)) row.after = { ...row.after, preferred: false };
    seen.add(row.after.type);
  }
}

function merge<D extends Detail>(
  { keyOf, toNew, path, idField }: Kind<D>,
  stored: readonly D[],
  sent: readonly SentDetail<D>[],
): { rows: Row<D>[]; faults: Fault[] } {
  const faults: Fault[] = [];
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
      else faults.push({ path: `${path}[${index}].${idField}`, code: ErrorCode.CHILD_NOT_FOUND, text: UNKNOWN });
    } else if (named.has(before)) {
      faults.push({ path: `${path}[${index}]`, code: ErrorCode.INVALID, text: TWICE });
    } else {
      // Sent once more as if it were new, it is in use again.
      const revived = id === undefined ? { inUse: true } : {};
      named.set(before, { before, after: { ...before, ...revived, ...givenOf(item), id: before.id }, index });
    }
  });
  const rows = [...stored.map((before) => named.get(before) ?? { before, after: before, index: null }), ...added];
  if (added.length > 0 && rows.length > MAX_DETAILS) faults.push({ path, code: ErrorCode.INVALID, text: TOO_MANY });
  return { rows, faults: [...faults, ...twinFaults(rows, keyOf, path)] };
}

function givenOf<D extends Detail>(sent: SentDetail<D>): Partial<D> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<D>;
}

/** Rows that would become the same one. */
function twinFaults<D extends Detail>(rows: readonly Row<D>[], keyOf: (detail: D) => string, path: string): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  // What the list does not name has the first right to its place.
  for (const { after, index } of rows.toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1))) {
    const key = keyOf(after);
    if (seen.has(key) && index !== null) faults.push({ path: `${path}[${index}]`, code: ErrorCode.INVALID, text: TWICE });
    seen.add(key);
  }
  return faults;
}

function changesOf<D extends Detail>(rows: readonly Row<D>[]): D[] {
  return rows.filter(({ before, after }) => before === null || JSON.stringify(before) !== JSON.stringify(after)).map(({ after }) => after);
}
