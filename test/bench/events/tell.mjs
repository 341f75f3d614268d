import { median } from '../report.mjs';

/** A result, and whether it is what it should be. */
export function tell(text, isMet, target) {
  process.stdout.write(`${text}${target === undefined ? '' : ` (${target})`}${isMet === false ? ' **missed**' : ''}\n`);
}

/**
 * Measures with something and without it, in turns that change from pair to pair, and tells the ratio of the speeds:
 * the median of the pairs. `turn` switches it on or off, `measure` gives a speed.
 */
export async function compare(text, { pairs, target, turn, measure }) {
  const ratios = [];
  await measure();
  for (let pair = 0; pair < pairs; pair += 1) {
    const perSecond = {};
    for (const isOn of pair % 2 === 0 ? [true, false] : [false, true]) {
      await turn(isOn);
      perSecond[isOn] = await measure();
    }
    ratios.push(perSecond.true / perSecond.false);
  }
  const shown = ratios.map((ratio) => ratio.toFixed(3)).join(', ');
  tell(`${text}: ${median(ratios).toFixed(3)} of the speed without (${shown})`, median(ratios) >= target, `≥ ${target}`);
}

/** Resolves when it is so. */
export async function until(isSo, limitMs = 600_000) {
  const deadlineMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`Waited ${limitMs} ms in vain: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
