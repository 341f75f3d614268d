import { measureCalls, printSizes } from './list-calls.mjs';
import { callJson } from './product.mjs';
import { FEW_AGENT } from './seed-books.mjs';

const DAY_MS = 86_400_000;
const dayOf = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const YEAR = `from=${dayOf(-364)}&to=${dayOf(1)}`;
/** Senders of money in suspense, with common and rare amounts and names. What banks write of Γεώργιος finds nothing. */
const SENT = [
  ['common amount, common name', null, 'PAPADOPOULOS MARIA'],
  ['common amount, rare name', null, 'ZERVOS GEORGIOS'],
  ['rare amount, common name', '12.34', 'PAPADOPOULOS IOANNIS'],
  ['rare amount, rare name', '12.35', 'ZERVOS ELENI'],
];
const LISTS = [
  ['accounts of agents', 'agent-accounts'],
  ['accounts, by the oldest unpaid', 'agent-accounts?sort=oldestUnpaid'],
  ['accounts that owe for over 30 days', 'agent-accounts?agedOver=30'],
  ['account of an agent', `agents/${FEW_AGENT}/account`],
  ['statement of an agent', `agent-accounts/${FEW_AGENT}/statement?${YEAR}`],
  ['suspense', 'suspense?state=open'],
];

/**
 * Measures the lists of money for staff, at one size after the other: response time, CPU time and pages of Postgres.
 */
export class MoneyLists {
  #results = [];

  constructor(calls, headers, lists) {
    Object.assign(this, { calls, headers, lists });
  }

  /** Creates the money in suspense for which candidates are searched. */
  static async open(calls, headers, amount) {
    const lists = [...LISTS];
    for (const [name, sent, sender] of SENT) {
      const id = await suspended(calls.product, headers, { amount: sent ?? amount, sender });
      lists.push([`candidates: ${name}`, `suspense/${id}`]);
    }
    return new MoneyLists(calls, headers, lists);
  }

  async measure() {
    const measured = [];
    for (const [, path] of this.lists) measured.push(await measureCalls(this.calls, this.headers, path));
    this.#results.push(measured);
  }

  print(sizes) {
    printSizes(
      this.lists.map(([name]) => name),
      this.#results,
      sizes,
    );
  }
}

let files = 0;

/** Creates money in suspense without a payment code by a bank file; returns the id of the item. */
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
