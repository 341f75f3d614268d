import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceInFunction, type Replacements } from '../functions.js';

/** Adds the price before and after to the events of underwriting decisions (events.2). */
export class AddPricesToDecisions1764000100100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await replaceInFunction(runner, 'note_transition_events', PRICES);
  }

  async down(runner: QueryRunner): Promise<void> {
    const undone = PRICES.toReversed().map(([before, after]): readonly [string, string] => [after, before]);
    await replaceInFunction(runner, 'note_transition_events', undone);
  }
}

/** The price before is that of the previous state, which the transition has just stored. */
const PRICES: Replacements = [
  [`version, approval INTO STRICT a FROM application`, `version, approval, gross INTO STRICT a FROM application`],
  [
    `coalesce(json_array_length(a.approval -> 'terms' -> 'excludedCovers'), 0) ELSE 0 END));`,
    `coalesce(json_array_length(a.approval -> 'terms' -> 'excludedCovers'), 0) ELSE 0 END,
        'gross_before', (SELECT (v.state ->> 'gross')::numeric FROM application_version v WHERE v.application_id = a.id AND v.version = a.version - 1),
        'gross_after', a.gross));`,
  ],
];
