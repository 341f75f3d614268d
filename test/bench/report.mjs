/** Reduces rounds to medians and renders them as tables. */
const MAX_IDLE_MB = 200;
const MAX_START_SECONDS = { first: 20, next: 4 };

/** Calculates the medians of each side, and of the ratios of the pairs. */
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

export function renderReport({ node, pairs, seconds, start, memory, cases, leftOut, tooShort = [] }) {
  const lines = [
    `Node ${node}, ${pairs} rounds of ${seconds} s a side, 10 connections (uploads: 20, retrieve-32: 32). Ratio: requests per second, product over baseline, median of the rounds.`,
    'CPU and allocations are for a call; the allocations of V8 young objects on the main thread, the CPU of Postgres of all its processes.',
    '',
    '| Operation | Side | Requests/s | p50 ms | p99 ms | Node CPU ms | Postgres CPU ms | Allocated KB | Memory MB | Ratio | By CPU | Target |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|',
    ...cases.flatMap(({ name, product, baselines }) => [
      row(name, 'product', product),
      ...baselines.map((baseline) => row('', baseline.name, baseline)),
    ]),
    '',
    ...ownTimes(cases),
    '| Process | | Target |',
    '|---|--:|---|',
    `| memory, idle | ${memory.idleMb.toFixed(0)} MB | ${verdict(memory.idleMb <= MAX_IDLE_MB, `≤ ${MAX_IDLE_MB} MB`)} |`,
    `| memory, highest after load | ${cell(memory.loadedMb, 0)} MB | |`,
    `| memory, settled after load | ${memory.afterMb.toFixed(0)} MB | |`,
    ...cases.filter(({ maxGrowthMb }) => maxGrowthMb !== null).map(growth),
    `| first start | ${start.firstSeconds.toFixed(1)} s | ${verdict(start.firstSeconds <= MAX_START_SECONDS.first, `≤ ${MAX_START_SECONDS.first} s`)} |`,
    `| next start | ${start.nextSeconds.toFixed(1)} s | ${verdict(start.nextSeconds <= MAX_START_SECONDS.next, `≤ ${MAX_START_SECONDS.next} s`)} |`,
    '',
    ...leftOut.map(leftOutLine),
    ...tooShort.map(tooShortLine),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Renders the times of the service alone for cases with a limit. */
function ownTimes(cases) {
  const limited = cases.filter(({ own }) => own !== null);
  if (limited.length === 0) return [];
  const rows = limited.map(({ name, own: { p99Ms, limitMs } }) => {
    return `| ${name} | ${p99Ms.toFixed(2)} ms | ${verdict(p99Ms < limitMs, `< ${limitMs} ms`)} |`;
  });
  return ['| Own time of a call by itself | p99 | Target |', '|---|--:|---|', ...rows, ''];
}

function row(operation, side, measured) {
  const { perSecond, p50Ms, p99Ms, cpuPerThousand, postgresCpuPerThousand, allocatedKb, residentMb, ratio, cpuRatio, target } = measured;
  const costs = [cell(cpuPerThousand, 2), cell(postgresCpuPerThousand, 2), cell(allocatedKb, 0)];
  const cells = [operation, side, perSecond.toFixed(0), p50Ms, p99Ms, ...costs, residentMb.toFixed(0)];
  const compared =
    ratio === undefined
      ? ['', '', '']
      : [ratio.toFixed(2), cpuRatio.toFixed(2), target === null ? '' : verdict(ratio >= target, `≥ ${target}`)];
  return `| ${[...cells, ...compared].join(' | ')} |`;
}

/** Formats a value; empty when it could not be measured. */
function cell(value, digits) {
  return Number.isNaN(value) ? '' : value.toFixed(digits);
}

function growth({ name, growthMb, maxGrowthMb }) {
  return `| memory, growth under ${name} | ${growthMb.toFixed(0)} MB | ${verdict(growthMb < maxGrowthMb, `< ${maxGrowthMb} MB`)} |`;
}

function verdict(isMet, target) {
  return isMet ? target : `${target} **missed**`;
}

const COMPARED = {
  perSecond: 'Requests/s',
  p99Ms: 'p99',
  cpuPerThousand: 'Node CPU',
  postgresCpuPerThousand: 'Postgres CPU',
  allocatedKb: 'Allocated',
};

/** Renders the median ratio of each row, this checkout over the other commit. */
export function renderComparison({ node, pairs, seconds, commit, cases, leftOut, tooShort = [], process: rows }) {
  const ratioOf = (rounds, field) => cell(median(rounds.map(({ here, there }) => here[field] / there[field])), 2);
  const perSecond = (rounds, side) => median(rounds.map((round) => round[side].perSecond)).toFixed(0);
  const lines = [
    `Node ${node}, ${pairs} pairs of ${seconds} s a side: this checkout over ${commit}, medians of the ratios of the pairs. CPU and allocations are for a call.`,
    '',
    `| Operation | Requests/s here | there | ${Object.values(COMPARED).join(' | ')} |`,
    `|---|--:|--:|${'--:|'.repeat(Object.keys(COMPARED).length)}`,
    ...cases.map(({ name, rounds }) => {
      const ratios = Object.keys(COMPARED).map((field) => ratioOf(rounds, field));
      return `| ${[name, perSecond(rounds, 'here'), perSecond(rounds, 'there'), ...ratios].join(' | ')} |`;
    }),
    '',
    '| Process | here | there | Ratio |',
    '|---|--:|--:|--:|',
    ...rows.map(({ name, unit, pairs: measured }) => {
      const of = (side) => `${cell(median(measured.map((pair) => pair[side])), 1)} ${unit}`;
      return `| ${name} | ${of('here')} | ${of('there')} | ${cell(median(measured.map(({ here, there }) => here / there)), 2)} |`;
    }),
    '',
    ...leftOut.map(leftOutLine),
    ...tooShort.map(tooShortLine),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function leftOutLine({ name, reason }) {
  return `Left out: ${name}: ${reason}`;
}

function tooShortLine({ name, slowestMs, needed }) {
  return `Too short: ${name}: calls take up to ${(slowestMs / 1000).toFixed(1)} s, its row needs --seconds ${needed} or more`;
}

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
