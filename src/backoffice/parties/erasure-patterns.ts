import type { Insurer } from '../../record/settings/settings.service.js';
import type { Patterns } from './erasure-part.js';
import type { ErasurePlan } from './erasure-plan.js';
import { searchedBy, type Searched } from './free-texts.js';
import { mentionPatterns, type Traits } from './mention-pattern.js';
import { NO_TRAITS, withoutInsurer } from './person-traits.js';

/** Each is made when it is first needed, and once. */
export function patternsOf(plan: ErasurePlan, afm: string, insurer: Insurer): Patterns {
  const made = new Map<string, Searched>();
  const once = (key: string, traits: Traits, withShortNames: boolean): Searched => {
    const known = made.get(key) ?? searchedBy(mentionPatterns(withoutInsurer(traits, insurer), { withShortNames }));
    made.set(key, known);
    return known;
  };
  return {
    ofAgent: ({ code, traits }) => once(`agent ${code}`, traits, true),
    // A short name of the register may be a common word, and staff write of many persons.
    get staff() {
      return once('staff', plan.staff, false);
    },
    get number() {
      return once('number', { ...NO_TRAITS, numbers: [afm] }, false);
    },
  };
}
