/** From rounds to medians, and from medians to a table for people. */
const MAX_IDLE_MB = 200;
const MAX_START_SECONDS = { first: 20, next: 4 };

/** Medians of each side, and of the ratios of the pairs. */
export function summarize(name, baselines, rounds) {
  const sideOf = (side) =>
    Object.fromEntries(Object.keys(rounds[0][side]).map((field) => [field, median(rounds.map((round) => round[side][field]))]));
  return {
    name,
    product: sideOf('product'),
    baselines: baselines.map((baseline) => {
      const ratios = rounds.map((round) => round.product.perSecond / round[baseline.name].perSecond);
      const cpuRatios = rounds.map((round) => round[baseline.name].cpuPerThousand / round.product.cpuPerThousand);
      const { target = null } = baseline;
      return { name: baseline.name, ...sideOf(baseline.name), ratio: median(ratios), ratios, cpuRatio: median(cpuRatios), target };
    }),
  };
}

export function printReport({ node, pairs, seconds, start, memory, cases }) {
  const lines = [
    `Node ${node}, ${pairs} rounds of ${seconds} s a side, 10 connections (uploads: 20). Ratio: requests per second, product over baseline, median of the rounds.`,
    '',
    '| Operation | Side | Requests/s | p50 ms | p99 ms | CPU s per 1,000 | Memory MB | Ratio | By CPU | Target |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...cases.flatMap(({ name, product, baselines }) => [
      row(name, 'product', product),
      ...baselines.map((baseline) => row('', baseline.name, baseline)),
    ]),
    '',
    ...ownTimes(cases),
    '| Process | | Target |',
    '|---|--:|---|',
    `| memory, idle | ${memory.idleMb.toFixed(0)} MB | ${verdict(memory.idleMb <= MAX_IDLE_MB, `≤ ${MAX_IDLE_MB} MB`)} |`,
    `| memory, highest after load | ${memory.loadedMb.toFixed(0)} MB | |`,
    ...cases.filter(({ maxGrowthMb }) => maxGrowthMb !== null).map(growth),
    `| first start | ${start.firstSeconds.toFixed(1)} s | ${verdict(start.firstSeconds <= MAX_START_SECONDS.first, `≤ ${MAX_START_SECONDS.first} s`)} |`,
    `| next start | ${start.nextSeconds.toFixed(1)} s | ${verdict(start.nextSeconds <= MAX_START_SECONDS.next, `≤ ${MAX_START_SECONDS.next} s`)} |`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What the service alone took, where that is limited. */
function ownTimes(cases) {
  const limited = cases.filter(({ own }) => own !== null);
  if (limited.length === 0) return [];
  const rows = limited.map(({ name, own: { p99Ms, limitMs } }) => {
    return `| ${name} | ${p99Ms.toFixed(2)} ms | ${verdict(p99Ms < limitMs, `< ${limitMs} ms`)} |`;
  });
  return ['| Own time of a call by itself | p99 | Target |', '|---|--:|---|', ...rows, ''];
}

function row(operation, side, { perSecond, p50Ms, p99Ms, cpuPerThousand, residentMb, ratio, cpuRatio, target }) {
  const cells = [operation, side, perSecond.toFixed(0), p50Ms, p99Ms, cpuPerThousand.toFixed(2), residentMb.toFixed(0)];
  const compared =
    ratio === undefined
      ? ['', '', '']
      : [ratio.toFixed(2), cpuRatio.toFixed(2), target === null ? '' : verdict(ratio >= target, `≥ ${target}`)];
  return `| ${[...cells, ...compared].join(' | ')} |`;
}

function growth({ name, growthMb, maxGrowthMb }) {
  return `| memory, growth under ${name} | ${growthMb.toFixed(0)} MB | ${verdict(growthMb < maxGrowthMb, `< ${maxGrowthMb} MB`)} |`;
}

function verdict(isMet, target) {
  return isMet ? target : `${target} **missed**`;
}

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
