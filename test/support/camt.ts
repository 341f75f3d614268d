import { PAYOUT_IBAN } from './payout-client.js';

export type CamtFormat = 'camt.053.001.08' | 'camt.054.001.08';

/** One transfer of a test file. */
export interface CamtTransfer {
  /** Amount in `currency`, which is euro by default. */
  readonly amount?: number | string;
  readonly currency?: string;
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly orderId?: string;
  readonly code?: string;
  readonly texts?: readonly string[];
  readonly sender?: string;
  readonly returned?: string;
}

export interface CamtEntry extends CamtTransfer {
  readonly amount: number | string;
  readonly place?: string;
  readonly direction?: 'CRDT' | 'DBIT';
  readonly status?: string;
  readonly isReversal?: boolean;
  readonly bookingDate?: string;
  readonly valueDate?: string | null;
  /** Transfers of a batch; absent for a single transfer. */
  readonly details?: readonly CamtTransfer[];
  /** Omits the details. */
  readonly isBare?: boolean;
  readonly info?: string;
  /** Domain, family and sub-family of the bank's transaction code. */
  readonly bankCode?: readonly [domain: string, family: string, subFamily: string];
}

export interface CamtStatement {
  readonly format?: CamtFormat;
  readonly id?: string;
  readonly account?: string;
  readonly date?: string;
  readonly opening?: number;
  /** Overrides values of the header, to create invalid files. */
  readonly sums?: { readonly count?: number; readonly credits?: string; readonly debits?: string; readonly closing?: string };
  readonly page?: string;
}

let statements = 0;

const toCents = (amount: number | string): number => Math.round(Number(amount) * 100);
const formatAmount = (amount: number | string): string => (typeof amount === 'string' ? amount : amount.toFixed(2));
const escapeXml = (renderText: string): string => renderText.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const renderTag = (name: string, content: string | undefined, attributes = ''): string =>
  content === undefined || content === '' ? '' : `<${name}${attributes}>${content}</${name}>`;
const text = (name: string, content: string | undefined): string => renderTag(name, content === undefined ? undefined : escapeXml(content));
const renderAmount = (amount: number | string, currency = 'EUR'): string => `<Amt Ccy="${currency}">${formatAmount(amount)}</Amt>`;

/** Builds a bank file with these entries, valid against the schema of its message. */
export function buildCamtFile(entries: readonly CamtEntry[], statement: CamtStatement = {}): Buffer {
  const { format = 'camt.053.001.08', id = `S${++statements}`, account = PAYOUT_IBAN, date = '2026-11-25', sums = {} } = statement;
  const isStatement = format === 'camt.053.001.08';
  const [message, body] = isStatement ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const total = (direction: 'CRDT' | 'DBIT', status?: string): number =>
    entries
      .filter((entry) => (entry.direction ?? 'CRDT') === direction && (status === undefined || (entry.status ?? 'BOOK') === status))
      .reduce((sum, { amount }) => sum + toCents(amount), 0);
  const opening = toCents(statement.opening ?? 1000);
  const euro = (sum: number): string => (sum / 100).toFixed(2);
  const closing = opening + total('CRDT', 'BOOK') - total('DBIT', 'BOOK');
  const balance = (code: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
  const count = sums.count ?? entries.length;
  const summary =
    `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries></TtlNtries>` +
    `<TtlCdtNtries><Sum>${sums.credits ?? euro(total('CRDT'))}</Sum></TtlCdtNtries>` +
    `<TtlDbtNtries><Sum>${sums.debits ?? euro(total('DBIT'))}</Sum></TtlDbtNtries></TxsSummry>`;
  const header =
    `<Id>${id}</Id>${statement.page ?? ''}<CreDtTm>${date}T18:00:00+02:00</CreDtTm>` +
    `<FrToDt><FrDtTm>${date}T00:00:00+02:00</FrDtTm><ToDtTm>${date}T23:59:59+02:00</ToDtTm></FrToDt>` +
    `<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
    (isStatement ? balance('OPBD', euro(opening)) + balance('CLBD', sums.closing ?? euro(closing)) : '') +
    summary;
  const content = `<GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${date}T18:00:00+02:00</CreDtTm></GrpHdr><${body}>${header}${entries.map((entry) => renderEntry(entry, date)).join('\n')}</${body}>`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"><${message}>${content}</${message}></Document>\n`,
  );
}

function renderEntry(entry: CamtEntry, date: string): string {
  const { place, amount, currency, direction = 'CRDT', status = 'BOOK', isReversal, reference, details, isBare, info } = entry;
  const [domain, family, subFamily] = entry.bankCode ?? ['PMNT', 'RCDT', 'ESCT'];
  const parts = details ?? (isBare ? [] : [{ ...entry, amount: undefined, reference: undefined }]);
  const valueDate = entry.valueDate === undefined ? date : entry.valueDate;
  const batch = details?.[0]?.orderId ?? (details ? undefined : entry.orderId);
  return renderTag(
    'Ntry',
    text('NtryRef', place) +
      renderAmount(amount, currency) +
      renderTag('CdtDbtInd', direction) +
      (isReversal ? '<RvslInd>true</RvslInd>' : '') +
      `<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${entry.bookingDate ?? date}</Dt></BookgDt>` +
      (valueDate === null ? '' : `<ValDt><Dt>${valueDate}</Dt></ValDt>`) +
      text('AcctSvcrRef', reference) +
      `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>` +
      renderTag(
        'NtryDtls',
        (batch === undefined ? '' : `<Btch>${text('PmtInfId', batch)}</Btch>`) +
          parts.map((part) => renderDetail(part, direction)).join(''),
      ) +
      text('AddtlNtryInf', info),
  );
}

function renderDetail(
  { amount, currency, reference, endToEndId, code, texts = [], sender, returned }: CamtTransfer,
  direction: string,
): string {
  const refs = text('AcctSvcrRef', reference) + text('EndToEndId', endToEndId);
  const remittance =
    texts.map((line) => text('Ustrd', line)).join('') +
    (code === undefined ? '' : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>${text('Ref', code)}</CdtrRefInf></Strd>`);
  return (
    '<TxDtls>' +
    renderTag('Refs', refs) +
    (amount === undefined ? '' : renderAmount(amount, currency) + renderTag('CdtDbtInd', direction)) +
    renderTag(
      'RltdPties',
      sender === undefined
        ? ''
        : `<Dbtr><Pty>${text('Nm', sender)}</Pty></Dbtr><DbtrAcct><Id><IBAN>GR1601101250000000012300695</IBAN></Id></DbtrAcct>`,
    ) +
    renderTag('RmtInf', remittance) +
    (returned === undefined ? '' : `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>`) +
    '</TxDtls>'
  );
}
