import { BankFileClient, expectFileRefused, type StoredStatement } from '../support/bank-file-client.js';
import { buildCamtFile, type CamtEntry, type CamtStatement } from '../support/camt.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';

let app: FireApp;
let issuing: LocalCollectionClient;
let bank: BankFileClient;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
  bank = new BankFileClient(issuing.staff);
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
});
afterAll(() => app.stop());

let references = 0;
const createReference = (): string => `NBG-${++references}`;

describe('an uploaded bank statement', () => {
  it('is listed newest first, and its transfers by result, direction and reference', async () => {
    const reference = createReference();
    const { id } = await bank.uploadAndBook(
      buildCamtFile(
        [
          { amount: 20, reference },
          { amount: 5, direction: 'DBIT', isBare: true },
        ],
        { id: 'LISTED' },
      ),
    );
    const { items } = await issuing.list<StoredStatement>('bank-statements?bankStatementId=LISTED&state=DONE');
    expect(items).toMatchObject([{ id, bankStatementId: 'LISTED', page: 1, openingBalance: 1000, closingBalance: 1015 }]);
    expect(await bank.listTransfers(id, 'direction=DEBIT')).toMatchObject([{ result: 'NOT_BOOKED', amount: 5 }]);
    expect(await bank.listTransfers(id, `reference=${reference}`)).toMatchObject([{ result: 'SUSPENSE', amount: 20 }]);
    expect(await bank.listTransfers(id, 'result=PAID')).toEqual([]);
    await expectFileRefused(app, () => issuing.staff.get('bank-statements?state=LOST'), 400, '-105', ['state']);
    await expectFileRefused(app, () => issuing.staff.get(`bank-statements/${id}/entries?result=LOST`), 400, '-105', ['result']);
  });

  it('is stored right after another large one', async () => {
    for (const name of ['first', 'second']) {
      // Reversals are compared with earlier entries, but not booked.
      const entries = Array.from({ length: 15_000 }, (_, index) => ({ amount: 1, isReversal: true, reference: `${name}-${index}` }));
      expectStatus(202, await bank.upload(buildCamtFile(entries, { format: 'camt.054.001.08' })));
    }
  });

  it('writes an audit entry with its uploader, as do its payments', async () => {
    const reference = createReference();
    const { id } = await bank.uploadAndBook(buildCamtFile([{ amount: 20, reference }]));
    const rows = await app.query<{ actor: string }>(
      'gateway' as 'production',
      `SELECT actor, action, subject_type AS subject, details FROM gateway.audit_entry
       WHERE (subject_type = 'bank_statement' AND subject_id = $1) OR subject_id = $2 ORDER BY id`,
      [String(id), reference],
    );
    expect(rows).toMatchObject([
      { action: 'create', subject: 'bank_statement', details: { transfers: 1, account: PAYOUT_IBAN } },
      { action: 'book', subject: 'payment', details: { outcome: 'SUSPENDED', statementId: id, reason: '-703' } },
    ]);
    expect(new Set(rows.map(({ actor }) => actor)).size).toBe(1);
  });
});

describe('a faulty bank file', () => {
  const STATEMENT = 'Document.BkToCstmrStmt.Stmt';
  const plain = (): string =>
    buildCamtFile([
      { amount: 20, reference: 'REFUSED' },
      { amount: 30, reference: 'REFUSED-2' },
    ]).toString();
  const reported =
    (entries: readonly CamtEntry[], statement: CamtStatement): (() => string) =>
    () =>
      buildCamtFile(entries, statement).toString();
  const replaced =
    (from: string | RegExp, to: string): (() => string) =>
    () => {
      const text = plain();
      const changed = text.replace(from, to);
      if (changed === text) throw new Error('nothing was changed');
      return changed;
    };

  it.each<[string, () => string, string[], string?]>([
    ['with an amount with a comma', replaced('>20.00<', '>20,00<'), [`${STATEMENT}.Ntry[0].Amt`]],
    ['with an amount below zero', replaced('>30.00<', '>-30.00<'), [`${STATEMENT}.Ntry[1].Amt`]],
    ['with a tenth of a cent', replaced('>30.00<', '>30.001<'), [`${STATEMENT}.Ntry[1].Amt`]],
    ['with an amount of too many digits', replaced('>30.00<', '>1234567890123.00<'), [`${STATEMENT}.Ntry[1].Amt`]],
    ['with an amount in letters', replaced('>30.00<', '>1e3<'), [`${STATEMENT}.Ntry[1].Amt`]],
    ['without a currency', replaced(/<Ntry><Amt Ccy="EUR">/, '<Ntry><Amt>'), [`${STATEMENT}.Ntry[0].Amt`]],
    ['without an amount', replaced(/<Amt Ccy="EUR">20.00<\/Amt>/, ''), [`${STATEMENT}.Ntry[0].Amt`], '-101'],
    ['without a direction', replaced(/(<Ntry>.*?)<CdtDbtInd>CRDT<\/CdtDbtInd>/, '$1'), [`${STATEMENT}.Ntry[0].CdtDbtInd`], '-101'],
    ['with another direction', replaced(/(<Ntry>.*?)<CdtDbtInd>CRDT/, '$1<CdtDbtInd>BOTH'), [`${STATEMENT}.Ntry[0].CdtDbtInd`]],
    ['without a status', replaced('<Sts><Cd>BOOK</Cd></Sts>', ''), [`${STATEMENT}.Ntry[0].Sts.Cd`], '-101'],
    [
      'with a day that there is not',
      replaced('<BookgDt><Dt>2026-11-25', '<BookgDt><Dt>2026-11-31'),
      [`${STATEMENT}.Ntry[0].BookgDt.Dt`],
      '-104',
    ],
    ['without an id', replaced(/<Id>S\d+<\/Id>/, ''), [`${STATEMENT}.Id`], '-101'],
    ['with another count', reported([{ amount: 20 }], { sums: { count: 2 } }), [`${STATEMENT}.TxsSummry.TtlNtries.NbOfNtries`]],
    [
      'with another sum of credits',
      reported([{ amount: 20 }], { sums: { credits: '20.01' } }),
      [`${STATEMENT}.TxsSummry.TtlCdtNtries.Sum`],
    ],
    ['with another sum of debits', reported([{ amount: 20 }], { sums: { debits: '1.00' } }), [`${STATEMENT}.TxsSummry.TtlDbtNtries.Sum`]],
    ['with another closing balance', reported([{ amount: 20 }], { sums: { closing: '1020.01' } }), [`${STATEMENT}.Bal[1].Amt`]],
    ['of another account', reported([{ amount: 20 }], { account: 'GR1601101250000000012300695' }), [`${STATEMENT}.Acct.Id.IBAN`]],
    ['with two statements', replaced(/(<Stmt>.*<\/Stmt>)/s, '$1$1'), [STATEMENT]],
    ['without a statement', replaced(/<Stmt>.*<\/Stmt>/s, ''), [STATEMENT]],
    ['of another version', replaced('camt.053.001.08"', 'camt.053.001.02"'), ['Document']],
    ['of another message', replaced('camt.053.001.08"', 'pain.001.001.09"'), ['Document']],
    ['without a namespace', replaced(/ xmlns="[^"]*"/, ''), ['Document']],
    ['with a document type', replaced('<Document', '<!DOCTYPE Document><Document'), ['']],
    [
      'with entities of its own',
      replaced('<Document', '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><Document'),
      [''],
    ],
    ['with an entity that nobody declared', replaced('>20.00<', '>&xxe;<'), [`${STATEMENT}.Ntry[0].Amt`]],
    ['that ends too early', () => plain().slice(0, -30), [STATEMENT]],
    ['with something behind its end', () => `${plain()}<more/>`, ['Document']],
    ['with an end that is not its beginning', replaced('</GrpHdr>', '</GrpHdx>'), ['Document.BkToCstmrStmt']],
    ['with a character that XML does not have', replaced('>20.00<', '>20.00\u0001<'), [`${STATEMENT}.Ntry[0].Amt`]],
    ['of ten thousand levels', replaced('<Stmt>', `<Stmt>${'<a>'.repeat(10_000)}`), [STATEMENT]],
    ['in another encoding', replaced('encoding="UTF-8"', 'encoding="ISO-8859-7"'), ['']],
    ['that is JSON', () => '{"Document":{}}', ['']],
    ['that is empty', () => '', ['']],
  ])('is refused %s', async (_how, text, paths, code = '-102') => {
    await expectFileRefused(app, () => bank.upload(Buffer.from(text())), 400, code, paths);
  });

  it('is refused with a text of a million letters', async () => {
    const text = plain().replace('>REFUSED<', `>${'x'.repeat(1_000_000)}<`);
    await expectFileRefused(app, () => bank.upload(Buffer.from(text)), 400, '-102', [`${STATEMENT}.Ntry[0].AcctSvcrRef`]);
  });

  it('is refused with bytes that are not UTF-8', async () => {
    const text = buildCamtFile([{ amount: 20, reference: 'REFUSED', sender: 'Ω' }]);
    const at = text.indexOf(Buffer.from('Ω'));
    text[at] = 0xff;
    await expectFileRefused(app, () => bank.upload(text), 400, '-102', ['']);
  });

  it('is refused with all its violations at once', async () => {
    const text = plain().replace('>20.00<', '>x<').replace('>30.00<', '>y<');
    await expectFileRefused(app, () => bank.upload(Buffer.from(text)), 400, '-102', [
      `${STATEMENT}.Ntry[0].Amt`,
      `${STATEMENT}.Ntry[1].Amt`,
    ]);
  });

  it('is refused with another type, when compressed, or above 20 MB', async () => {
    await expectFileRefused(app, () => bank.upload(Buffer.from('{}'), 'application/json'), 415, '-107');
    await expectFileRefused(app, () => bank.upload(Buffer.from(plain()), 'application/xml', { 'Content-Encoding': 'gzip' }), 415, '-107');
    await expectFileRefused(app, () => bank.upload(Buffer.alloc(20_000_001, ' ')), 413, '-108');
    expect((await bank.upload(Buffer.from('{}'), 'application/json')).json()['message']).toContain('application/xml');
  });

  it('is not one with several pages or with elements of another version', async () => {
    const paged = buildCamtFile([{ amount: 20, reference: createReference() }], {
      page: '<StmtPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>',
      sums: { count: 7, credits: '99.00', closing: '5.00' },
    });
    expect((await bank.uploadAndBook(paged)).credits.suspense).toEqual({ count: 1, amount: 20 });
    const more = buildCamtFile([{ amount: 20, reference: createReference() }]).toString();
    const unread = `<SplmtryData><Envlp><x:y xmlns:x="urn:x">${'<x:z>1</x:z>'.repeat(10)}</x:y></Envlp></SplmtryData>`;
    expect((await bank.uploadAndBook(Buffer.from(more.replace('</TxDtls>', `${unread}</TxDtls>`)))).credits.suspense).toEqual({
      count: 1,
      amount: 20,
    });
  });
});
