import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from './events/tell.mjs';
import { onProduct } from './on-product.mjs';
import { readOptions } from './options.mjs';
import { callJson, databaseUrlOf, postgresPidOf, startProduct } from './product.mjs';
import { readBodies } from './bodies.mjs';
import { copyApplication } from './seed.mjs';
import { cpuSeconds, cpuSecondsOfFamily, stop } from './servers.mjs';

/**
 * `npm run bench:clock` measures work that nobody waits for:
 * - `due`: the clock ends unpaid applications, by one node and by two on the same database;
 * - `bank-file`: bank files whose transfers have unknown payment codes, and files whose transfers pay applications.
 * Both nodes, the embedded Postgres and this program share the machine: with two cores a second node cannot be faster,
 * and only the CPU time of an item counts.
 */
const PARTS = { due: measureDue, 'bank-file': measureBankFile };
const SIZES = { items: 100_000, transfers: 50_000 };
const DUE_TARGET = 0.65;
const FILE_TARGET_SECONDS = 120;
/** A file has up to 50,000 entries and transfers, and here each transfer is an entry too. */
const FILE_TRANSFERS = 20_000;
const CORES_NEEDED = 4;
const POLL_MS = 1_000;
const LIMIT_MS = 3_600_000;
const IBAN = 'GR9608100010000001234567890';
/** Allows two nodes on one embedded server. */
const VARIABLES = { DATABASE_POOL_SIZE: '16' };

const options = readOptions(Object.keys(PARTS), SIZES);
await onProduct(async (context) => {
  for (const name of options.only) await PARTS[name](context);
}, VARIABLES);

async function measureDue({ product, headers, client, folder }) {
  const { id } = await createUnpaid(product, headers);
  const one = await endUnpaid({ nodes: [product], client, id });
  const second = await startProduct({
    dataDir: join(folder, 'second'),
    databaseUrl: databaseUrlOf(product),
    logFile: join(folder, 'second.log'),
    variables: { ...VARIABLES, DEMO: 'false' },
  });
  const two = await endUnpaid({ nodes: [product, second], client, id });
  await stop(second.child);
  const describe = ({ seconds, nodeMs, postgresMs }) =>
    `${seconds.toFixed(1)} s, CPU of an item ${nodeMs.toFixed(2)} ms in nodes and ${postgresMs.toFixed(2)} ms in Postgres`;
  tell(`${options.items} due items by one node: ${describe(one)}`);
  tell(`${options.items} due items by two nodes: ${describe(two)}`);
  const ratio = two.seconds / one.seconds;
  const isJudged = availableParallelism() >= CORES_NEEDED;
  tell(`  time of two nodes: ${ratio.toFixed(2)} of one`, !isJudged || ratio <= DUE_TARGET, isJudged ? `≤ ${DUE_TARGET}` : 'not judged');
}

/** Copies an unpaid application whose time to pay is over, and waits until the clock has ended every copy. */
async function endUnpaid({ nodes: [first, ...others], client, id }) {
  const postgresPid = postgresPidOf(first);
  const nodes = [first, ...others];
  const countCpu = () => [nodes.reduce((sum, { child }) => sum + cpuSeconds(child), 0), cpuSecondsOfFamily(postgresPid)];
  const ids = await copyApplication(client, id, options.items, { pay_by: `now() - interval '60 days'` });
  await client.query('ANALYZE application');
  const range = [ids[0], ids.at(-1)];
  const countWaiting = async () => {
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM application WHERE id BETWEEN $1 AND $2 AND status = '45'`, range);
    return rows[0].n;
  };
  await until(async () => (await countWaiting()) < ids.length);
  const [startedMs, before] = [performance.now(), countCpu()];
  const left = await countWaiting();
  await until(async () => (await countWaiting()) === 0);
  const [node, postgres] = countCpu().map((seconds, index) => ((seconds - before[index]) * 1000) / left);
  return { seconds: ((performance.now() - startedMs) / 1000) * (ids.length / left), nodeMs: node, postgresMs: postgres };
}

async function measureBankFile({ product, headers, client }) {
  const staff = await signInStaff(product);
  const { id } = await createUnpaid(product, headers);
  const { rows } = await client.query('SELECT code, amount::text, due_date, instalment_no FROM payment_code WHERE application_id = $1', [
    id,
  ]);
  const [{ code, amount, due_date: dueDate, instalment_no: instalmentNo }] = rows;
  const creditor = code.slice(5, 9);
  const ids = await copyApplication(client, id, options.transfers);
  const codes = ids.map((copy) => buildCode(creditor, copy));
  await client.query(
    `INSERT INTO payment_code (code, application_id, sequence, instalment_no, amount, due_date, created_at)
     SELECT code, id, 1, $3, $4, $5, now() FROM unnest($1::text[], $2::bigint[]) AS copy (code, id)`,
    [codes, ids, instalmentNo, amount, dueDate],
  );
  const unknown = ids.map((copy) => buildCode(creditor, 9_000_000_000 + copy));
  for (const [kind, list] of Object.entries({ 'with unknown codes': unknown, 'that pay': codes })) {
    const seconds = await bookFiles(product, staff, list, amount);
    const each = `${seconds.toFixed(1)} s, ${(list.length / seconds).toFixed(0)} a second`;
    const target = FILE_TARGET_SECONDS * (list.length / SIZES.transfers);
    tell(`${list.length} transfers ${kind}: ${each}`, seconds <= target, `≤ ${target.toFixed(0)} s`);
  }
}

/** Uploads files and returns the seconds until every transfer is booked. */
async function bookFiles({ url }, headers, codes, amount) {
  const startedMs = performance.now();
  const ids = [];
  for (let from = 0; from < codes.length; from += FILE_TRANSFERS) {
    const body = buildFile(codes.slice(from, from + FILE_TRANSFERS), amount);
    const sent = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/xml' }, body };
    ids.push((await callJson(`${url}/backoffice-api/bank-statements?gapReason=Benchmark`, sent)).id);
  }
  for (const id of ids)
    await until(async () => (await callJson(`${url}/backoffice-api/bank-statements/${id}`, { headers })).state === 'DONE');
  return (performance.now() - startedMs) / 1000;
}

function buildFile(codes, amount) {
  const day = new Date().toISOString().slice(0, 10);
  const run = codes[0];
  const total = (codes.length * Number(amount)).toFixed(2);
  const balance = (kind, value) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${value}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = codes.map(
    (code) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
      `<AcctSvcrRef>${code}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>` +
      `<NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${code}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>M-${run}</MsgId><CreDtTm>${day}T18:00:00+02:00</CreDtTm></GrpHdr><Stmt><Id>S-${run}</Id>` +
    `<CreDtTm>${day}T18:00:00+02:00</CreDtTm><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', '0.00')}${balance('CLBD', total)}` +
    `${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}

/** Builds a valid payment code without an amount, the first of an application. */
function buildCode(creditor, applicationId) {
  const body = `9${creditor}8${String(applicationId).padStart(10, '0')}00001`;
  return `RF${String(98n - (BigInt(`${body}271500`) % 97n)).padStart(2, '0')}${body}`;
}

async function createUnpaid({ url }, headers) {
  const path = `${url}/fire-api/rsc/applications`;
  const { id } = await callJson(path, { method: 'POST', headers, body: readBodies().application.replaceAll('{afm}', '123456783') });
  const response = await fetch(`${path}/${id}/prepay`, { method: 'PUT', headers });
  if (!response.ok) throw new Error(`The payment code was refused: ${response.status} ${await response.text()}`);
  return { id };
}

async function signInStaff({ url, dataDir }) {
  const { staff } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const plain = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers: plain, body: JSON.stringify(staff.issuing) };
  const { token } = await callJson(`${url}/backoffice-api/sessions`, sent);
  return { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${token}` };
}

async function until(isSo) {
  const deadlineMs = performance.now() + LIMIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`Waited ${LIMIT_MS} ms in vain`);
    await sleep(POLL_MS);
  }
}
