import { SaxesParser, type SaxesTagNS } from 'saxes';
import { assertNoViolations, DomainError, MAX_VIOLATIONS } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Decimal } from '../../../common/money.js';
import { CamtElement } from './camt-element.js';
import { CamtValues } from './camt-values.js';
import type { CamtBalance, CamtEntry, CamtFormat, CamtMoney, CamtStatement, CamtSum, CamtFacts, CamtTransaction } from './camt.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';
const FORMS: Readonly<Record<CamtFormat, readonly [message: string, statement: string, page: string]>> = {
  'camt.053.001.08': ['BkToCstmrStmt', 'Stmt', 'StmtPgntn'],
  'camt.054.001.08': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'NtfctnPgntn'],
};

const MAX_DEPTH = 40;
const MAX_REASON = 35;
const MAX_TEXT = 1_000;
const MAX_STATEMENT_ITEMS = 50_000;

const READ: ReadonlySet<string> = new Set(
  `BkToCstmrStmt BkToCstmrDbtCdtNtfctn GrpHdr MsgId CreDtTm Stmt Ntfctn Id StmtPgntn NtfctnPgntn PgNb LastPgInd Acct IBAN Othr FrToDt FrDtTm
  ToDtTm Bal Tp CdOrPrtry Cd Prtry Amt CdtDbtInd Dt DtTm TxsSummry TtlNtries TtlCdtNtries TtlDbtNtries NbOfNtries Sum TtlNetNtry Ntry NtryRef RvslInd
  Sts BookgDt ValDt AcctSvcrRef BkTxCd Domn Fmly SubFmlyCd NtryDtls Btch PmtInfId TxDtls Refs EndToEndId AmtDtls TxAmt RltdPties Dbtr DbtrAcct UltmtDbtr Pty Nm
  RmtInf Ustrd Strd CdtrRefInf Ref RtrInf Rsn AddtlTxInf AddtlNtryInf`.split(/\s+/),
);
const RETURNS: ReadonlySet<string> = new Set(['RRTN', 'RPCR']);

/** Parses a stream of XML without a document type. Collects invalid values with their paths. */
export class CamtReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly values = new CamtValues();
  private readonly entries: CamtEntry[] = [];
  private details: CamtTransaction[] = [];
  private format: CamtFormat | null = null;
  private root: CamtElement | null = null;
  private current: CamtElement | null = null;
  private depth = 0;
  private skipped = 0;
  private items = 0;

  constructor() {
    const { parser } = this;
    parser.on('error', () => this.malformed(NOT_WELL_FORMED));
    parser.on('doctype', () => this.malformed(NO_DOCTYPE));
    parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
      if (version !== '1.0' || encoding.toLowerCase() !== 'utf-8') this.malformed(NOT_UTF8);
    });
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', () => this.close());
    parser.on('text', (text) => this.add(text));
    parser.on('cdata', (text) => this.add(text));
  }

  write(text: string): void {
    this.parser.write(text);
  }

  /** @throws DomainError with every violation, at its path */
  end(): CamtStatement {
    this.parser.close();
    const { root, format, values } = this;
    if (root === null || format === null) throw buildInvalidFile('', NOT_WELL_FORMED);
    const [message, name, page] = FORMS[format];
    const body = root.find(message);
    const statement = body?.find(name);
    if (!body || !statement) throw buildInvalidFile(`${root.path}.${message}.${name}`, NO_STATEMENT);
    if (body.countOf(name) > 1) throw buildInvalidFile(statement.path, ONE_STATEMENT);
    const read = this.statement(body, statement, format, page);
    assertNoViolations(values.violations);
    return read;
  }

  private open(tag: SaxesTagNS): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.malformed(TOO_DEEP);
    if (this.current === null) return this.openRoot(tag);
    // Blank text between elements has no length limit.
    if (this.skipped === 0 && this.current.text.trim() === '') this.current.text = '';
    if (this.skipped > 0 || tag.uri !== NAMESPACE + this.format! || !READ.has(tag.local)) {
      this.skipped += 1;
      return;
    }
    this.current = this.current.openChild(tag.local, getCurrency(tag));
    if (tag.local !== 'Ntry' && tag.local !== 'TxDtls') return;
    this.items += 1;
    if (this.items > MAX_STATEMENT_ITEMS) throw buildInvalidFile(this.current.path, TOO_MANY);
  }

  private openRoot({ local, uri }: SaxesTagNS): void {
    const format = uri.startsWith(NAMESPACE) ? uri.slice(NAMESPACE.length) : '';
    if (local !== 'Document' || !isFormat(format)) throw buildInvalidFile(local.slice(0, 100), OTHER_FORMAT);
    this.format = format;
    this.current = this.root = CamtElement.root(local);
  }

  private close(): void {
    this.depth -= 1;
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    const { current } = this;
    const parent = current?.parent ?? null;
    if (current === null) return;
    this.current = parent ?? current;
    if (parent === null) return;
    if (this.values.violations.length > MAX_VIOLATIONS) assertNoViolations(this.values.violations);
    if (current.name === 'TxDtls') this.details.push(this.transaction(current));
    else if (current.name === 'Ntry') {
      this.entries.push(this.entry(current));
      this.details = [];
    } else parent.addChild(current);
  }

  private add(text: string): void {
    if (this.skipped > 0 || this.current === null) return;
    this.current.text += text;
    if (this.current.text.length > MAX_TEXT) throw buildInvalidFile(this.current.path, TOO_LONG);
  }

  private malformed(text: Text): never {
    const { line, column } = this.parser;
    const place = { el: `Γραμμή ${line}, στήλη ${column}: `, en: `Line ${line}, column ${column}: ` };
    throw buildInvalidFile(this.current?.path ?? '', { el: place.el + text.el, en: place.en + text.en });
  }

  private statement(body: CamtElement, statement: CamtElement, format: CamtFormat, pageName: string): CamtStatement {
    const { values } = this;
    const account = statement.find('Acct', 'Id');
    const number = account?.value('IBAN') ?? account?.value('Othr', 'Id') ?? values.required(statement, 'Acct', 'Id', 'IBAN');
    const page = statement.find(pageName);
    const pageNo = values.count(page?.find('PgNb')) ?? 1;
    const created = statement.find('CreDtTm');
    const [from, to] = [statement.find('FrToDt', 'FrDtTm'), statement.find('FrToDt', 'ToDtTm')];
    return {
      format,
      messageId: values.required(body, 'GrpHdr', 'MsgId'),
      statementId: values.required(statement, 'Id'),
      page: pageNo,
      isWhole: pageNo === 1 && page?.value('LastPgInd') !== 'false',
      account: number.replaceAll(/\s/g, ''),
      accountPath: `${statement.path}.Acct.Id.${account?.find('IBAN') ? 'IBAN' : 'Othr.Id'}`,
      createdOn: created ? values.day(created) : null,
      from: from ? values.day(from) : null,
      to: to ? values.day(to) : null,
      sums: this.sums(statement),
      balances: statement.all('Bal').flatMap((balance) => this.balance(balance)),
      entries: this.entries,
    };
  }

  private sums(statement: CamtElement): CamtSum[] {
    const kinds = [['TtlNtries', 'ALL'] as const, ['TtlCdtNtries', 'CREDIT'] as const, ['TtlDbtNtries', 'DEBIT'] as const];
    return kinds.flatMap(([name, of]): CamtSum[] => {
      const sum = statement.find('TxsSummry', name);
      if (!sum) return [];
      const [amount, net] = [sum.find('Sum'), sum.find('TtlNetNtry')];
      return [
        {
          path: sum.path,
          of,
          count: this.values.count(sum.find('NbOfNtries')),
          amount: amount ? this.values.decimal(amount, false) : null,
          net: net ? this.net(net) : null,
        },
      ];
    });
  }

  private net(element: CamtElement): Decimal | null {
    const amount = element.find('Amt');
    if (!amount) return null;
    const value = this.values.decimal(amount, false);
    return this.values.required(element, 'CdtDbtInd') === 'DBIT' ? value.times(-1) : value;
  }

  private balance(element: CamtElement): CamtBalance[] {
    const { amount, currency, isCredit } = this.values.money(element);
    const type = element.value('Tp', 'CdOrPrtry', 'Cd');
    return type === null ? [] : [{ path: element.path, type, currency, amount: isCredit ? amount : amount.times(-1) }];
  }

  private entry(element: CamtElement): CamtEntry {
    const { values, details } = this;
    const money = values.money(element);
    const orders = element.all('NtryDtls').flatMap((part) => [part.value('Btch', 'PmtInfId'), part.value('Btch', 'MsgId')]);
    const facts: CamtFacts = {
      reference: element.value('AcctSvcrRef'),
      endToEndId: null,
      orderIds: orders.filter((id) => id !== null),
      creditorReferences: [],
      texts: element.all('AddtlNtryInf').map(({ text }) => text),
      sender: null,
      returned: RETURNS.has(element.value('BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '') ? 'RETURNED' : null,
    };
    return {
      money,
      status: element.value('Sts', 'Cd') ?? element.value('Sts', 'Prtry') ?? values.required(element, 'Sts', 'Cd'),
      isReversal: ['true', '1'].includes(element.value('RvslInd') ?? ''),
      bookingDate: values.date(element.find('BookgDt')),
      valueDate: values.date(element.find('ValDt')),
      bankCode: getBankCode(element),
      entryReference: element.value('NtryRef'),
      facts,
      details,
    };
  }

  private transaction(element: CamtElement): CamtTransaction {
    const refs = element.find('Refs');
    const remittance = element.all('RmtInf');
    const parties = element.find('RltdPties');
    const structured = remittance.flatMap((part) => part.all('Strd'));
    const references = structured.map((part) => part.value('CdtrRefInf', 'Ref')).filter((reference) => reference !== null);
    const texts = [...remittance.flatMap((part) => part.all('Ustrd')), ...element.all('AddtlTxInf')].map(({ text }) => text);
    return {
      money: this.transactionMoney(element),
      facts: {
        reference: refs?.value('AcctSvcrRef') ?? null,
        endToEndId: refs?.value('EndToEndId') ?? null,
        orderIds: [refs?.value('PmtInfId') ?? null, refs?.value('MsgId') ?? null].filter((id) => id !== null),
        creditorReferences: references,
        texts,
        sender: parties?.value('Dbtr', 'Pty', 'Nm') ?? parties?.value('UltmtDbtr', 'Pty', 'Nm') ?? null,
        returned: getReturnReason(element),
      },
      senderIban: parties?.value('DbtrAcct', 'Id', 'IBAN') ?? null,
    };
  }

  private transactionMoney(element: CamtElement): CamtMoney | null {
    const amount = element.find('Amt') ?? element.find('AmtDtls', 'TxAmt', 'Amt');
    if (!amount) return null;
    const direction = element.value('CdtDbtInd');
    const inEntry = element.parent?.parent?.value('CdtDbtInd');
    return { ...this.values.amount(amount), isCredit: (direction ?? inEntry) === 'CRDT' };
  }
}

function getBankCode(element: CamtElement): string | null {
  const domain = ['BkTxCd', 'Domn'] as const;
  const parts = [element.value(...domain, 'Cd'), element.value(...domain, 'Fmly', 'Cd'), element.value(...domain, 'Fmly', 'SubFmlyCd')];
  const code = parts.filter((part) => part !== null).join('/') || element.value('BkTxCd', 'Prtry', 'Cd');
  return code === null ? null : code.slice(0, MAX_REASON);
}

function getReturnReason(element: CamtElement): string | null {
  const info = element.find('RtrInf');
  const code = element.value('BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '';
  if (!info) return RETURNS.has(code) ? 'RETURNED' : null;
  return (info.value('Rsn', 'Cd') ?? info.value('Rsn', 'Prtry') ?? 'RETURNED').slice(0, MAX_REASON);
}

function getCurrency({ attributes }: SaxesTagNS): string | null {
  return attributes['Ccy']?.value ?? null;
}

function isFormat(text: string): text is CamtFormat {
  return Object.hasOwn(FORMS, text);
}

export function buildInvalidFile(path: string, text: Text): DomainError {
  return DomainError.ofViolations([{ path, code: ErrorCode.INVALID, text }]);
}

const NOT_WELL_FORMED: Text = { el: 'δεν είναι έγκυρη XML.', en: 'this is no well-formed XML.' };
const NO_DOCTYPE: Text = { el: 'δεν επιτρέπεται DOCTYPE.', en: 'a document type is not allowed.' };
const NOT_UTF8: Text = { el: 'XML 1.0 σε UTF-8 μόνο.', en: 'XML 1.0 in UTF-8 only.' };
const TOO_DEEP: Text = { el: `πάνω από ${MAX_DEPTH} επίπεδα.`, en: `more than ${MAX_DEPTH} levels.` };
const TOO_LONG: Text = { el: `Πάνω από ${MAX_TEXT} χαρακτήρες.`, en: `More than ${MAX_TEXT} characters.` };
const TOO_MANY: Text = { el: `Πάνω από ${MAX_STATEMENT_ITEMS} κινήσεις.`, en: `More than ${MAX_STATEMENT_ITEMS} entries and transfers.` };
const OTHER_FORMAT: Text = {
  el: 'Δεκτά είναι camt.053.001.08 και camt.054.001.08 (Document στον χώρο ονομάτων τους).',
  en: 'What is taken is camt.053.001.08 or camt.054.001.08: a Document in the namespace of either.',
};
const NO_STATEMENT: Text = { el: 'Λείπει.', en: 'It is missing.' };
const ONE_STATEMENT: Text = { el: 'Μία κίνηση λογαριασμού σε κάθε αρχείο.', en: 'One statement or notification in each file.' };
