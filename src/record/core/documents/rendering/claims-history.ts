import { CLAIMS_HISTORY_TEXTS as TEXTS } from './claims-history-texts.js';
import type { ClaimsHistoryDocument, PrintedContractPeriod, PrintedVehicleHistory } from './claims-history.types.js';
import { drawFacts, firstRowHeight, type Fact } from './facts.js';
import { formatDate, formatDay } from './formats.js';
import { drawParagraph, drawSection, paragraphHeight } from './headings.js';
import { drawLetterhead, drawPageFrames, sheetOf } from './letterhead.js';
import type { Sheet } from './sheet.js';
import { drawSignature, signatureHeight } from './signature.js';
import { BODY_HEIGHT, STYLES } from './styles.js';
import { drawTable, tableHeight, type Column, type TableSpec } from './table.js';

const ORDINAL_WIDTH = 44;
const DATE_WIDTH = 62;
/** Of a date, or that it is not held, on one line. */
const DATE_OR_NOT_WIDTH = 104;

interface VehicleRow extends PrintedVehicleHistory {
  readonly no: number;
}

interface ContractRow extends PrintedContractPeriod {
  readonly no: number;
}

/** The claims-history statement, in the sections of its form: issuer, policyholder, vehicle, cover, claims, what else is known (documents.24). */
export function drawClaimsHistory(data: ClaimsHistoryDocument): Promise<Uint8Array<ArrayBuffer>> {
  const name = { title: TEXTS.title, number: data.vehicles.length === 1 ? (data.vehicles[0]?.plateNo ?? '') : data.policyholder.afm };
  const sheet = sheetOf(data, name);
  drawLetterhead(sheet, data, name);
  drawParagraph(sheet, TEXTS.titleEn, STYLES.number);
  drawParagraph(sheet, TEXTS.basis);
  drawParagraph(sheet, TEXTS.recordedOnly);
  drawParties(sheet, data);
  const vehicles = data.vehicles.map((vehicle, index): VehicleRow => ({ ...vehicle, no: index + 1 }));
  drawVehicles(sheet, vehicles);
  drawContracts(sheet, vehicles, data);
  drawClaims(sheet, vehicles);
  drawClasses(sheet, vehicles);
  drawSignature(sheet, { title: TEXTS.signature, labels: [TEXTS.placeAndDate, `${TEXTS.signatureOfInsurer} ${data.insurer.name}`] });
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

function drawParties(sheet: Sheet, { insurer, issuer, issuedAt, policyholder }: ClaimsHistoryDocument): void {
  drawFactSection(sheet, TEXTS.insurer, [
    { label: TEXTS.nameAndAddress, value: issuer },
    { label: TEXTS.contact, value: [`${TEXTS.afm} ${insurer.afm}`, insurer.phone, insurer.email] },
    { label: TEXTS.issuedOn, value: formatDay(issuedAt), strong: true },
  ]);
  const { name, afm, isCompany, birthdate, address, phone, email } = policyholder;
  const born = isCompany ? TEXTS.company : birthdate && formatDate(birthdate);
  drawFactSection(sheet, TEXTS.policyholder, [
    { label: TEXTS.name, value: name, strong: true },
    { label: TEXTS.birthdate, value: held(born), strong: true },
    { label: TEXTS.afm, value: held(afm) },
    { label: TEXTS.address, value: held(address) },
    { label: TEXTS.phone, value: held(phone) },
    { label: TEXTS.email, value: held(email) },
  ]);
}

function drawFactSection(sheet: Sheet, title: string, facts: readonly Fact[]): void {
  drawSection(sheet, title, firstRowHeight(sheet, facts, 3));
  drawFacts(sheet, facts, 3);
}

function held(value: string | number | null | undefined): string {
  return value == null || value === '' ? TEXTS.notHeld : String(value);
}

const ORDINAL: Column<{ readonly no: number }> = { head: TEXTS.ordinal, width: ORDINAL_WIDTH, text: ({ no }) => String(no) };

function drawVehicles(sheet: Sheet, rows: readonly VehicleRow[]): void {
  drawTable(sheet, {
    title: TEXTS.vehicles,
    rows,
    columns: [
      ORDINAL,
      { head: TEXTS.plate, width: 88, text: ({ plateNo }) => held(plateNo) },
      { head: TEXTS.chassis, width: 106, text: ({ chassisNo }) => held(chassisNo) },
      { head: TEXTS.category, text: ({ category }) => category },
      { head: TEXTS.make, width: 108, text: ({ make }) => held(make) },
    ],
  });
}

function drawContracts(sheet: Sheet, vehicles: readonly VehicleRow[], { agents, omitted }: ClaimsHistoryDocument): void {
  drawTable(sheet, {
    title: TEXTS.contracts,
    rows: vehicles.flatMap(({ no, contracts }) => contracts.map((contract): ContractRow => ({ ...contract, no }))),
    columns: [
      ORDINAL,
      { head: TEXTS.policyNo, width: 84, text: ({ policyNo }) => policyNo },
      { head: TEXTS.from, width: DATE_WIDTH, text: ({ start }) => formatDate(start) },
      { head: TEXTS.to, width: 76, text: (row) => (row.hasCover ? held(row.end && formatDate(row.end)) : TEXTS.noCover) },
      { head: TEXTS.status, text: ({ status }) => `${status.el} · ${status.en}` },
      { head: TEXTS.policyClass, width: 84, align: 'right', text: ({ bonusMalus }) => held(bonusMalus) },
    ],
  });
  for (const text of [
    TEXTS.bounds,
    agents ? TEXTS.ofAgents(agents.join(', ')) : TEXTS.ofAll,
    ...(omitted > 0 ? [TEXTS.omitted(omitted)] : []),
  ])
    drawParagraph(sheet, text);
}

function drawClaims(sheet: Sheet, rows: readonly VehicleRow[]): void {
  const table: TableSpec<VehicleRow> = {
    title: TEXTS.claims,
    rows,
    columns: [
      ORDINAL,
      { head: TEXTS.plate, width: 88, text: ({ plateNo }) => held(plateNo) },
      { head: TEXTS.last5Years, text: ({ registry }) => claimsText(registry?.last5Years ?? null, registry?.isRenewal ?? false) },
      { head: TEXTS.lastYear, text: ({ registry }) => held(registry?.lastYear) },
      {
        head: TEXTS.until,
        width: DATE_OR_NOT_WIDTH,
        text: ({ registry }) => held(registry && !registry.isRenewal ? formatDate(registry.asOf) : null),
      },
    ],
  };
  drawWithNotes(sheet, table, [TEXTS.registry, TEXTS.details]);
}

function claimsText(count: number | null, isRenewal: boolean): string {
  return count !== null && isRenewal ? TEXTS.carriedOver(count) : held(count);
}

function drawClasses(sheet: Sheet, rows: readonly VehicleRow[]): void {
  const table: TableSpec<VehicleRow> = {
    title: TEXTS.additional,
    rows,
    columns: [
      ORDINAL,
      { head: TEXTS.plate, width: 88, text: ({ plateNo }) => held(plateNo) },
      { head: TEXTS.registryClass, text: ({ registry }) => held(registry?.bonusMalus) },
      { head: TEXTS.source, text: ({ registry }) => (registry?.isRenewal ? TEXTS.renewal : held(registry?.source)) },
      { head: TEXTS.asOf, width: DATE_OR_NOT_WIDTH, text: ({ registry }) => held(registry && formatDate(registry.asOf)) },
    ],
  };
  // The signature does not stand on a page without anything that is signed.
  drawWithNotes(sheet, table, [TEXTS.classes], signatureHeight(sheet));
}

/** A short table on one page with its notes and what is of the height below them; of a long one the notes with what is below. */
function drawWithNotes(sheet: Sheet, table: TableSpec<VehicleRow>, notes: readonly string[], following = 0): void {
  const below = notes.reduce((height, note) => height + paragraphHeight(sheet, note), following);
  const whole = tableHeight(sheet, table) + below;
  if (whole <= BODY_HEIGHT / 2) sheet.keep(whole);
  drawTable(sheet, table);
  sheet.keep(below);
  for (const note of notes) drawParagraph(sheet, note);
}
