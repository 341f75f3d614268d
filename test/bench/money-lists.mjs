import { callJson, postgresPidOf } from './product.mjs';
import { median } from './report.mjs';
import { FEW_AGENT } from './seed-books.mjs';
import { cpuSecondsOfFamily } from './servers.mjs';

const CALLS = 41;
const MOST_RATIO = 1.5;
/** The times of processes are told in hundredths of a second: less than this is no difference. */
const LEAST_CPU_MS = 1;
const DAY_MS = 86_400_000;
const dayOf = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const YEAR = `from=${dayOf(-364)}&to=${dayOf(1)}`;
/** Who sent money that waits: its amount is that of every code, or of none, and its name that of many, or of few. */
const SENT = [
  ['common amount, common name', null, 'PAPADOPOULOS MARIA'],
  ['common amount, rare name', null, 'XYLOFAGOS GEORGIOS'],
  ['rare amount, common name', '12.34', 'PAPADOPOULOS IOANNIS'],
  ['rare amount, rare name', '12.35', 'XYLOFAGOS ELENI'],
];
const LISTS = [
  ['accounts of agents', 'agent-accounts'],
  ['accounts, by the oldest unpaid', 'agent-accounts?sort=oldestUnpaid'],
  ['accounts that owe for over 30 days', 'agent-accounts?agedOver=30'],
  ['account of an agent', `agents/${FEW_AGENT}/account`],
  ['statement of an agent', `agent-accounts/${FEW_AGENT}/statement?${YEAR}`],
  ['suspense', 'suspense?state=open'],
];

/** The lists of money that staff calls, at one size after the other: as the caller waits for them, and the processor time of Postgres. */
export class MoneyLists {
  #results = [];

  constructor(product, headers, lists) {
    Object.assign(this, { product, headers, lists });
  }

  /** Sends money first, for which candidates are looked for later. */
  static async open(product, headers, amount) {
    const lists = [...LISTS];
    for (const [name, sent, sender] of SENT) {
      const id = await suspended(product, headers, { amount: sent ?? amount, sender });
      lists.push([`candidates: ${name}`, `suspense/${id}`]);
    }
    return new MoneyLists(product, headers, lists);
  }

  async measure() {
    const measured = [];
    for (const [, path] of this.lists) measured.push(await this.#measure(`${this.product.url}/backoffice-api/${path}`));
    this.#results.push(measured);
  }

  async #measure(url) {
    const call = () => callJson(url, { headers: this.headers });
    await call();
    const [times, pid] = [[], postgresPidOf(this.product)];
    const cpuBefore = cpuSecondsOfFamily(pid);
    for (let count = 0; count < CALLS; count += 1) {
      const startedMs = performance.now();
      await call();
      times.push(performance.now() - startedMs);
    }
    return { ms: median(times), cpuMs: ((cpuSecondsOfFamily(pid) - cpuBefore) / CALLS) * 1000 };
  }

  print(sizes) {
    const [small, large] = this.#results;
    const lines = this.lists.map(([name], index) => {
      const [one, other] = [small[index], large[index]];
      const ratio = other.cpuMs / Math.max(one.cpuMs, LEAST_CPU_MS);
      const figures = [one.ms, other.ms, one.cpuMs, other.cpuMs].map((ms) => ms.toFixed(1));
      return `| ${name} | ${figures.join(' | ')} | ${ratio.toFixed(2)}${ratio > MOST_RATIO ? ' **missed**' : ''} |`;
    });
    const names = sizes.map((size) => size.toLocaleString('en'));
    const heads = [
      ...names.map((size) => `${size}, median ms`),
      ...names.map((size) => `${size}, Postgres ms`),
      `ratio (at most ${MOST_RATIO})`,
    ];
    process.stdout.write([`| List | ${heads.join(' | ')} |`, '|:--|--:|--:|--:|--:|--:|', ...lines, '', ''].join('\n'));
  }
}

let files = 0;

/** Money in suspense, told by a file of the bank, without a code; returns the id of the item. */
async function suspended({ url }, headers, { amount, sender }) {
  const id = `BENCH-${(files += 1)}`;
  const time = `${dayOf(0)}T00:00:00Z`;
  const day = `<Dt>${dayOf(0)}</Dt>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${time}</CreDtTm></GrpHdr>
<Ntfctn><Id>${id}</Id><CreDtTm>${time}</CreDtTm><Acct><Id><IBAN>GR9608100010000001234567890</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>${day}</BookgDt><ValDt>${day}</ValDt><AcctSvcrRef>${id}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${sender}</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
  const xml = { ...headers, 'Content-Type': 'application/xml' };
  const statement = await callJson(`${url}/backoffice-api/bank-statements`, { method: 'POST', headers: xml, body });
  for (;;) {
    const { items } = await callJson(`${url}/backoffice-api/bank-statements/${statement.id}/entries`, { headers });
    if (items[0].suspenseId !== null) return items[0].suspenseId;
  }
}
