const MAX_FAULTS = 50;
const AFTERMATH_MS = 15_000;

/** Records acknowledged and failed calls, and every violation of what must hold. */
export class Journal {
  /** Acknowledged data by environment: status of applications, and documents, parties and requests by id. */
  acknowledged = {
    production: { applications: new Map(), documents: new Map(), parties: new Map(), requests: new Set() },
    sandbox: { applications: new Map(), documents: new Map(), parties: new Map(), requests: new Set() },
  };
  counts = new Map();
  latenciesMs = [];
  faults = [];
  checks = [];
  killedAtMs = -Infinity;

  /** Records a kill, so that its effects are counted separately from those of load. */
  kill(what) {
    this.killedAtMs = performance.now();
    this.count(what);
  }

  refusal() {
    const isAftermath = performance.now() - this.killedAtMs < AFTERMATH_MS;
    this.count(isAftermath ? `failure: 503 within ${AFTERMATH_MS / 1000} s of a kill` : 'failure: 503 at other times');
  }

  count(what) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  fault(text) {
    if (this.faults.length < MAX_FAULTS) this.faults.push(text);
  }

  check(name, isSo, said) {
    this.checks.push(`${isSo ? 'holds' : 'BROKEN'}: ${name}, ${said}`);
    if (!isSo) this.fault(`${name}: ${said}`);
  }
}
