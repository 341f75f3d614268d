import type { LocalDate } from '../../../common/athens.js';
import type { Amendment, Conflict, ConflictResolution } from './amendment.js';
import { findConflicts, type Instruction } from './instructions.js';

type Issued = Pick<Amendment, 'amendmentNo' | 'effectiveDate' | 'instructions'>;

interface Asked {
  readonly effectiveDate: LocalDate;
  readonly instructions: readonly Instruction[];
  readonly resolutions: readonly ConflictResolution[];
}

/** Paths that an amendment which is issued and effective later has changed too (amendments.8). */
export function listConflicts(issued: readonly Issued[], { effectiveDate, instructions, resolutions }: Asked): Conflict[] {
  return issued
    .filter((each) => each.effectiveDate > effectiveDate)
    .flatMap((each) =>
      findConflicts(each.instructions, instructions).map((path) => ({
        path,
        effectiveDate: each.effectiveDate,
        amendmentNo: each.amendmentNo,
        theirs: findValue(each.instructions, path),
        yours: findValue(instructions, path),
        keep: resolutions.find((one) => one.path === path && one.amendmentNo === each.amendmentNo)?.keep ?? null,
      })),
    );
}

export function applyResolutions<Each extends Pick<Amendment, 'amendmentNo' | 'instructions' | 'resolutions'>>(
  amendments: readonly Each[],
): Each[] {
  const chosen = amendments.flatMap(({ resolutions }) => resolutions).filter(({ keep }) => keep === 'YOURS');
  return amendments.map((each) => {
    const paths = chosen.filter(({ amendmentNo }) => amendmentNo === each.amendmentNo).map(({ path }) => ({ path, value: null }));
    return { ...each, instructions: each.instructions.filter((instruction) => findConflicts(paths, [instruction]).length === 0) };
  });
}

function findValue(instructions: readonly Instruction[], path: string): unknown {
  return instructions.find((one) => one.path === path)?.value ?? null;
}
