import { median } from '../report.mjs';

/** Prints a result and whether it meets its target. */
export function tell(text, isMet, target) {
  process.stdout.write(`${text}${target === undefined ? '' : ` (${target})`}${isMet === false ? ' **missed**' : ''}\n`);
}

/**
 * Measures with a feature switched on and off by `turn`, in alternating order, and prints the median ratio of the
 * speeds.
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

/** Resolves when the condition is true. */
export async function until(isSo, limitMs = 600_000) {
  const deadlineMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`Waited ${limitMs} ms in vain: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
