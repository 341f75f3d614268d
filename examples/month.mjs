// Works a month at the insurer on a running demo server: statements of the bank, money in suspense, a wrong booking, a
// cancellation and its payout, and the reconciliation. Once the month is over, it settles commission and closes it.
// docs/backoffice.md explains each step.
//
//   npm start                          (in one terminal)
//   npm run month                      (in another)
//   npm run month -- close 2026-11     (next month)
//
// DATA_DIR must be that of the server. WALKTHROUGH_DEMO names another demo.json, WALKTHROUGH_DAY another today.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { athensDate, here, note, readDemo, startCalls, title } from './calls.mjs';

const IBAN = 'GR9608100010000001234567890';
const CUSTOMER_IBAN = 'GR1601101250000000012300695';
const demo = readDemo();
const { send, close: closeConnection } = startCalls(demo.baseUrl, demo.caFile);
const [work = 'open', month] = process.argv.slice(2);
const today = process.env.WALKTHROUGH_DAY ?? athensDate(0);
const run = Date.now().toString(36);

title('Sign in: an issuing clerk, the second person, the accountant');
const clerk = await signIn('issuing');
const second = await signIn('issuing2');
const accountant = await signIn('accounting');

if (work === 'close') await closeMonth(month);
else await workMonth();
closeConnection();

async function workMonth() {
  title('An agent sells two policies: one is to be paid at the bank, one is charged');
  const agent = await signInAgent();
  const prepaid = await insertPolicy(agent);
  await agent('PUT', `/fire-api/rsc/applications/${prepaid}/prepay`);
  const { payment_code: code, amount } = await agent('GET', `/collection-api/applications/${prepaid}/payment_code`, undefined, {
    Accept: 'application/json',
  });
  const charged = await insertPolicy(agent);
  await agent('PUT', `/fire-api/rsc/applications/${charged}/prepay`);
  await agent('PUT', `/collection-api/applications/${charged}/charge`);
  note(`application ${prepaid} waits for ${amount} EUR with the code ${code}`);

  title('Charges of the bank are booked by a rule');
  const rule = { direction: 'DEBIT', text: 'ΠΡΟΜΗΘΕΙΑ', account: 'charges' };
  await clerk('PUT', '/settings', { payoutIban: IBAN, bankRules: [rule] });

  title('Upload the first statement: a payment with its code, one without, and a charge of the bank');
  const opening = await getBalance();
  const first = await uploadStatement(opening, [
    { amount, reference: `IN-${run}-1`, code },
    { amount: 50, reference: `IN-${run}-2`, text: 'ΑΣΦΑΛΕΙΑ' },
    { amount: -2.5, reference: `FEE-${run}`, text: 'ΠΡΟΜΗΘΕΙΑ ΤΗΡΗΣΗΣ' },
  ]);
  for (const { result, amount: part, reference } of first.entries) note(`${reference}: ${part} EUR, ${result}`);
  assert.deepEqual(
    first.entries.map(({ result }) => result),
    ['PAID', 'SUSPENSE', 'BOOKED'],
  );

  title('Return the money without a code to its sender');
  const suspenseId = first.entries[1].suspenseId;
  const { resolution } = await clerk('POST', `/suspense/${suspenseId}/resolution`, { refund: true });
  note(`item ${suspenseId} in suspense: ${resolution}`);

  title('Book a settlement of 500 EUR with a zero too many, and reverse it');
  const settle = (sum) =>
    clerk('POST', `/agents/${demo.agentCode}/settlements`, { amount: sum, reference: `SET-${run}`, valueDate: today });
  const wrong = await settle(5000);
  const pending = await clerk('POST', `/bookings/${wrong.transactionId}/reversal`, { reason: '500 € αντί για 5.000 €' });
  note(`waits for a second person: ${pending.why?.en ?? pending.state}`);
  await second('PUT', `/pending-actions/${pending.id}/approve`);
  const right = await settle(500);
  note(`the agent owes ${right.balance} EUR`);

  title('Cancel the charged policy, which its owner no longer wants, and see that the agent is credited');
  const { refund } = await clerk('POST', `/applications/${charged}/cancellation`, {
    reasonCode: 'WITHDRAWAL',
    receivedOn: today,
    date: today,
    claims: false,
  });
  note(`${refund.total} EUR are credited`);

  title('Pay the sender back: one person prepares the batch, another approves it');
  const { items: owed } = await clerk('GET', '/refunds?status=OWED');
  for (const { id, account } of owed)
    if (account === null) await clerk('PUT', `/refunds/${id}/account`, { iban: CUSTOMER_IBAN, holder: 'Παπαδοπούλου Μαρία' });
  const batch = await clerk('POST', '/payout-batches', { refundIds: owed.map(({ id }) => id) });
  await second('POST', `/payout-batches/${batch.id}/approval`, {});
  const file = await clerk('GET', `/payout-batches/${batch.id}/file`);
  const [, orderId] = /<PmtInfId>([^<]+)</.exec(String(file));
  note(`batch ${batch.id} of ${batch.amount} EUR, order ${orderId}`);

  title('Upload the next statement, which has the settlement and pays the batch');
  const next = await uploadStatement(opening + amount + 50 - 2.5, [
    { amount: 500, reference: `SET-${run}`, text: 'ΑΠΟΔΟΣΗ' },
    { amount: -batch.amount, reference: `OUT-${run}`, orderId },
  ]);
  for (const { result, amount: part, reference } of next.entries) note(`${reference}: ${part} EUR, ${result}`);

  title('Reconcile the books with the bank');
  const reconciliation = await accountant('GET', `/ledger/reconciliation?on=${today}`);
  note(`books ${reconciliation.books}, statements ${reconciliation.statements}, difference ${reconciliation.difference}`);
  for (const item of reconciliation.items) note(`${item.kind} ${item.amount}: ${item.reference}`);
  assert.equal(reconciliation.unexplained, 0);
  console.log(`\nDone. From the first day of the next month: npm run month -- close ${today.slice(0, 7)}`);
}

async function closeMonth(closed) {
  title(`Commission of ${closed}`);
  const prepared = await clerk('POST', '/commission-statements', { month: closed });
  note(`${prepared.drafts} drafts, ${prepared.approved} approved`);
  for (let drafts = prepared.drafts; drafts > 0;)
    ({ drafts } = await clerk('POST', '/commission-statements/approval', { month: closed, settlement: 'PAYOUT' }));

  title('The trial balance of the last day');
  const [year, number] = closed.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const trial = await accountant('GET', `/ledger/trial-balance?on=${lastDay}&from=${closed}-01`);
  for (const { title: name, debit, credit, closing } of trial.items) note(`${name}: ${debit} / ${credit} / ${closing}`);
  assert.equal(trial.closing, 0);

  title('Close the month');
  const { open, items } = await accountant('GET', '/ledger/closings');
  note(`open: ${open?.month ?? 'none'} ${open?.missing.join(' ') ?? ''}, closed: ${items.length}`);
  const response = await clerk('POST', '/ledger/closings', { month: closed });
  console.log(`\nDone: ${response.month} is ${response.state}.`);
}

/** Signs a demo user in; returns a function that sends calls of the back office and returns the body. */
async function signIn(name) {
  const { email, password } = demo.staff[name];
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'en' };
  const { body } = await send('POST', '/backoffice-api/sessions', { headers, body: JSON.stringify({ email, password }) });
  headers.Authorization = `Bearer ${body.token}`;
  return async (method, path, json, more = {}) => {
    const content = json instanceof Buffer ? json : json && JSON.stringify(json);
    return (await send(method, `/backoffice-api${path}`, { headers: { ...headers, ...more }, body: content })).body;
  };
}

async function signInAgent() {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': demo.apiKey };
  const { body } = await send('POST', '/auth-api/resources/tokens', { headers, body: JSON.stringify({ 'user-key': demo.userKey }) });
  headers.Authorization = `Bearer ${body.token}`;
  return async (method, path, json, more = {}) => (await send(method, path, { headers: { ...headers, ...more }, body: json })).body;
}

async function insertPolicy(agent) {
  const startDate = athensDate(1, Date.parse(today));
  const application = readFileSync(here('fire-application.json'), 'utf8').replace('{{startDate}}', startDate);
  return (await agent('POST', '/fire-api/rsc/applications', application)).id;
}

/** Returns the closing balance of the last statement, with which the next one begins. */
async function getBalance() {
  const { items } = await clerk('GET', '/bank-statements?limit=1');
  return items[0]?.closingBalance ?? 0;
}

/** Uploads a statement of the day and waits until its entries are booked. */
async function uploadStatement(opening, lines) {
  const xml = buildStatement(opening, lines);
  const { id } = await clerk('POST', '/bank-statements', Buffer.from(xml), { 'Content-Type': 'application/xml' });
  for (;;) {
    const statement = await clerk('GET', `/bank-statements/${id}`);
    if (statement.state === 'DONE') return { ...statement, entries: (await clerk('GET', `/bank-statements/${id}/entries`)).items };
    await sleep(500);
  }
}

/** Builds an ISO 20022 statement, camt.053.001.08. Amounts below zero are debits. */
function buildStatement(opening, lines) {
  const euro = (amount) => Math.abs(amount).toFixed(2);
  const sumOf = (sign) => euro(lines.reduce((sum, { amount }) => sum + (Math.sign(amount) === sign ? amount : 0), 0));
  const balance = (code, amount) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euro(amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>`;
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening);
  const entries = lines.map(({ amount, reference, code, text, orderId }) => {
    const structured = code ? `<Strd><CdtrRefInf><Ref>${code}</Ref></CdtrRefInf></Strd>` : '';
    const remittance = code || text ? `<RmtInf>${text ? `<Ustrd>${text}</Ustrd>` : ''}${structured}</RmtInf>` : '';
    const sender = amount > 0 ? `<RltdPties><Dbtr><Pty><Nm>Παπαδοπούλου Μαρία</Nm></Pty></Dbtr></RltdPties>` : '';
    return (
      `<Ntry><Amt Ccy="EUR">${euro(amount)}</Amt><CdtDbtInd>${amount > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>` +
      `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>` +
      `<NtryDtls>${orderId ? `<Btch><PmtInfId>${orderId}</PmtInfId></Btch>` : ''}<TxDtls>${sender}${remittance}</TxDtls></NtryDtls></Ntry>`
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>M-${run}-${opening}</MsgId><CreDtTm>${today}T18:00:00+02:00</CreDtTm></GrpHdr><Stmt><Id>S-${run}-${opening}</Id>` +
    `<CreDtTm>${today}T18:00:00+02:00</CreDtTm><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}` +
    `<TxsSummry><TtlNtries><NbOfNtries>${lines.length}</NbOfNtries></TtlNtries><TtlCdtNtries><Sum>${sumOf(1)}</Sum></TtlCdtNtries>` +
    `<TtlDbtNtries><Sum>${sumOf(-1)}</Sum></TtlDbtNtries></TxsSummry>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}
