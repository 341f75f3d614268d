import { CLAIMS_HISTORY_TEXTS as TEXTS } from './claims-history-texts.js';
import { drawFactSection } from './facts.js';
import { formatDate, formatDay } from '../../../../common/formats.js';
import { drawParagraph, calculateParagraphHeight } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf, Sheet } from './sheet.js';
import { drawSignature, calculateSignatureHeight } from './signature.js';
import { BODY_HEIGHT, STYLES } from './styles.js';
import { drawTable, calculateTableHeight, type Column, type TableSpec } from './table.js';
import type { LocalDate } from '../../../../common/athens.js';
import type { Text } from '../../../../common/language.js';
import type { PrintedDocument } from './documents.types.js';

export interface PrintedVehicle {
  readonly plateNo: string | null;
  readonly chassisNo: string | null;
  readonly category: string;
  readonly make: string | null;
}

export interface PrintedContractPeriod {
  readonly policyNo: string;
  readonly start: LocalDate;
  readonly end: LocalDate | null;
  readonly hasCover: boolean;
  readonly status: Text;
  readonly bonusMalus: number | null;
}

interface PrintedRegistryEntry {
  readonly bonusMalus: number;
  readonly lastYear: number | null;
  readonly last5Years: number | null;
  readonly isRenewal: boolean;
  readonly source: string;
  readonly asOf: LocalDate;
}

export interface PrintedVehicleHistory extends PrintedVehicle {
  readonly contracts: readonly PrintedContractPeriod[];
  readonly registry: PrintedRegistryEntry | null;
}

export interface ClaimsHistoryDocument extends PrintedDocument {
  readonly issuer: readonly string[];
  readonly policyholder: {
    readonly name: string;
    readonly afm: string;
    readonly isCompany: boolean;
    readonly birthdate: LocalDate | null;
    readonly address: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly vehicles: readonly PrintedVehicleHistory[];
  readonly omitted: number;
  readonly agents: readonly string[] | null;
}

const DATE_WIDTH = 62;
const OPTIONAL_DATE_WIDTH = 104;

interface VehicleRow extends PrintedVehicleHistory {
  readonly no: number;
}

interface ContractRow extends PrintedContractPeriod {
  readonly no: number;
}

export function drawClaimsHistory(data: ClaimsHistoryDocument): Promise<Pdf> {
  const number = data.vehicles.length === 1 ? (data.vehicles[0]?.plateNo ?? '') : data.policyholder.afm;
  return drawDocument(data, { title: TEXTS.title, number }, (sheet) => {
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
  });
}

function drawParties(sheet: Sheet, { insurer, issuer, issuedAt, policyholder }: ClaimsHistoryDocument): void {
  const issuerFacts = [
    { label: TEXTS.nameAndAddress, value: issuer },
    { label: TEXTS.contact, value: [`${TEXTS.afm} ${insurer.afm}`, insurer.phone, insurer.email] },
    { label: TEXTS.issuedOn, value: formatDay(issuedAt), strong: true },
  ];
  drawFactSection(sheet, TEXTS.insurer, issuerFacts, 3);
  const { name, afm, isCompany, birthdate, address, phone, email } = policyholder;
  const born = isCompany ? TEXTS.company : birthdate && formatDate(birthdate);
  const policyholderFacts = [
    { label: TEXTS.name, value: name, strong: true },
    { label: TEXTS.birthdate, value: formatValue(born), strong: true },
    { label: TEXTS.afm, value: formatValue(afm) },
    { label: TEXTS.address, value: formatValue(address) },
    { label: TEXTS.phone, value: formatValue(phone) },
    { label: TEXTS.email, value: formatValue(email) },
  ];
  drawFactSection(sheet, TEXTS.policyholder, policyholderFacts, 3);
}

function formatValue(value: string | number | null | undefined): string {
  return value == null || value === '' ? TEXTS.notHeld : String(value);
}

const ORDINAL: Column<{ readonly no: number }> = { head: TEXTS.ordinal, width: 44, text: ({ no }) => String(no) };
const PLATE: Column<VehicleRow> = { head: TEXTS.plate, width: 88, text: ({ plateNo }) => formatValue(plateNo) };

function drawVehicles(sheet: Sheet, rows: readonly VehicleRow[]): void {
  drawTable(sheet, {
    title: TEXTS.vehicles,
    rows,
    columns: [
      ORDINAL,
      PLATE,
      { head: TEXTS.chassis, width: 106, text: ({ chassisNo }) => formatValue(chassisNo) },
      { head: TEXTS.category, text: ({ category }) => category },
      { head: TEXTS.make, width: 108, text: ({ make }) => formatValue(make) },
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
      { head: TEXTS.to, width: 76, text: (row) => (row.hasCover ? formatValue(row.end && formatDate(row.end)) : TEXTS.noCover) },
      { head: TEXTS.status, text: ({ status }) => `${status.el} · ${status.en}` },
      { head: TEXTS.policyClass, width: 84, align: 'right', text: ({ bonusMalus }) => formatValue(bonusMalus) },
    ],
  });
  drawParagraph(sheet, TEXTS.bounds);
  drawParagraph(sheet, agents ? TEXTS.ofAgents(agents.join(', ')) : TEXTS.ofAll);
  if (omitted > 0) drawParagraph(sheet, TEXTS.omitted(omitted));
}

function drawClaims(sheet: Sheet, rows: readonly VehicleRow[]): void {
  const table: TableSpec<VehicleRow> = {
    title: TEXTS.claims,
    rows,
    columns: [
      ORDINAL,
      PLATE,
      { head: TEXTS.last5Years, text: ({ registry }) => formatClaims(registry?.last5Years ?? null, registry?.isRenewal ?? false) },
      { head: TEXTS.lastYear, text: ({ registry }) => formatValue(registry?.lastYear) },
      {
        head: TEXTS.until,
        width: OPTIONAL_DATE_WIDTH,
        text: ({ registry }) => formatValue(registry && !registry.isRenewal ? formatDate(registry.asOf) : null),
      },
    ],
  };
  drawWithNotes(sheet, table, [TEXTS.registry, TEXTS.details]);
}

function formatClaims(count: number | null, isRenewal: boolean): string {
  return count !== null && isRenewal ? TEXTS.carriedOver(count) : formatValue(count);
}

function drawClasses(sheet: Sheet, rows: readonly VehicleRow[]): void {
  const table: TableSpec<VehicleRow> = {
    title: TEXTS.additional,
    rows,
    columns: [
      ORDINAL,
      PLATE,
      { head: TEXTS.registryClass, text: ({ registry }) => formatValue(registry?.bonusMalus) },
      { head: TEXTS.source, text: ({ registry }) => (registry?.isRenewal ? TEXTS.renewal : formatValue(registry?.source)) },
      { head: TEXTS.asOf, width: OPTIONAL_DATE_WIDTH, text: ({ registry }) => formatValue(registry && formatDate(registry.asOf)) },
    ],
  };
  // The signature is never alone on a page.
  drawWithNotes(sheet, table, [TEXTS.classes], calculateSignatureHeight(sheet));
}

function drawWithNotes(sheet: Sheet, table: TableSpec<VehicleRow>, notes: readonly string[], following = 0): void {
  const below = notes.reduce((height, note) => height + calculateParagraphHeight(sheet, note), following);
  const whole = calculateTableHeight(sheet, table) + below;
  if (whole <= BODY_HEIGHT / 2) sheet.keep(whole);
  drawTable(sheet, table);
  sheet.keep(below);
  for (const note of notes) drawParagraph(sheet, note);
}
