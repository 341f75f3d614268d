/** Prints the calls, the errors and the failures. */
export function print(journal, { minutes, clients, peaks }) {
  const sorted = journal.latenciesMs.toSorted((one, other) => one - other);
  const at = (share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  const perSecond = (sorted.length / (minutes * 60)).toFixed(0);
  const lines = [
    `${clients} clients for ${minutes} minutes: ${sorted.length} answers, ${perSecond} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, memory at most ${Math.max(...peaks).toFixed(0)} MB.`,
    ...[...journal.counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([what, count]) => `  ${count} × ${what}`),
    ...journal.checks,
    ...journal.faults.map((fault) => `FAULT ${fault}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
