import type { Price } from '../../src/pricing/price.js';
import { examples } from './worked-examples.js';

/** The price of a worked example, with the code of a cover for its title and no sums insured. */
export function pricedExample(id: string): Price {
  const found = [...examples.fire, ...examples.motor].find((example) => example.id === id);
  if (!found) throw new Error(`no worked example ${id}`);
  const { totals, lines, instalments } = found.expected as unknown as Pick<Price, 'lines' | 'instalments'> & {
    totals: Omit<Price, 'lines' | 'instalments'>;
  };
  return {
    ...totals,
    lines: lines.map((line) => ({ ...line, object: line.object ?? 1, title: line.cover, sumInsured: null })),
    instalments,
  };
}
