import { DomainError } from '../../../common/domain-error.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { isAllowed, LEADING_ON, STATE_TABLE, getTransition, type ActorRole, type Transition } from './state-table.js';
import type { Action } from './action.js';
import { FINAL_STATUSES, Status } from './status.js';

const statuses = Object.values(Status);
const actions = [...new Set(STATE_TABLE.map((row) => row.action))];
const actors: ActorRole[] = ['agent', 'underwriter', 'customer', 'bank', 'staff', 'clock'];
const lines: LineCode[] = ['fire', 'motor'];

function refusal(run: () => unknown): DomainError {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('was allowed');
}

describe('the state table', () => {
  it('reaches every status from insert', () => {
    const reached = new Set<Status>();
    const visit = (status: Status): void => {
      if (reached.has(status)) return;
      reached.add(status);
      for (const row of STATE_TABLE) if (row.from === status && row.to !== 'calculated') visit(row.to);
    };
    for (const status of [Status.IN_ENTRY, Status.NEEDS_APPROVAL, Status.CALCULATED]) visit(status);
    expect([...reached].sort()).toEqual([...statuses].sort());
  });

  it('lets nobody leave a final status but the bank, for what was paid in time, and staff who reinstate a policy', () => {
    const late = [{ from: Status.CANCELLED, action: 'issue', actors: ['bank'], to: Status.IN_FORCE }];
    const ended = Status.CANCELLED_MID_TERM;
    const reinstated = [{ from: ended, action: 'reinstate', actors: ['staff', 'bank'], to: Status.IN_FORCE }];
    const earned = [{ from: ended, action: 'pay_earned_premium', actors: ['agent', 'bank'], to: ended }];
    const isOut = ({ from, to, within }: Transition): boolean =>
      from !== null && FINAL_STATUSES.has(from) && to !== from && within === undefined;
    expect(STATE_TABLE.filter(isOut)).toEqual([...late, ...reinstated]);
    expect(LEADING_ON.filter((row) => row.from !== null && FINAL_STATUSES.has(row.from))).toEqual([...late, ...earned, ...reinstated]);
  });

  it('returns a row or a refusal for every combination of status, action, actor and line', () => {
    let allowed = 0;
    for (const from of statuses)
      for (const action of actions)
        for (const actor of actors)
          for (const line of lines) {
            const row = STATE_TABLE.find(
              (candidate) =>
                candidate.from === from &&
                candidate.action === action &&
                candidate.actors.includes(actor) &&
                (candidate.line ?? line) === line,
            );
            expect(isAllowed(from, action, actor, line)).toBe(row !== undefined);
            if (row) {
              allowed += 1;
              expect(getTransition(from, action, actor, line)).toBe(row);
            } else {
              const code = refusal(() => getTransition(from, action, actor, line)).code;
              expect(code).toBe(FINAL_STATUSES.has(from) ? '-401' : '-400');
            }
          }
    expect(allowed).toBeGreaterThan(60);
  });

  it('allows staff and the clock to erase in every status without changing it or publishing an event', () => {
    for (const status of statuses)
      for (const actor of ['staff', 'clock'] as const) {
        expect(getTransition(status, 'erase', actor, 'fire').to).toBe(status);
        expect(JSON.stringify(refusal(() => getTransition(status, 'approve', actor, 'fire')).text)).not.toContain('erase');
      }
    expect(actors.filter((actor) => isAllowed(Status.CANCELLED, 'erase', actor, 'motor'))).toEqual(['staff', 'clock']);
  });

  it.each<[Status, Action, LineCode, Status | 'calculated' | null]>([
    ['00', 'update', 'fire', 'calculated'],
    ['01', 'update', 'fire', null],
    ['01', 'update', 'motor', 'calculated'],
    ['31', 'update', 'fire', null],
    ['01', 'edit', 'fire', '00'],
    ['01', 'edit', 'motor', null],
    ['01', 'calc', 'fire', null],
    ['30', 'cancel', 'fire', null],
    ['45', 'cancel', 'fire', '02'],
    ['01', 'issue', 'fire', null],
    ['01', 'issue', 'motor', '50'],
    ['45', 'issue', 'fire', '50'],
  ])('%s allows %s (%s) and leads to %s', (from, action, line, to) => {
    if (to === null) expect(refusal(() => getTransition(from, action, 'agent', line)).code).toBe('-400');
    else expect(getTransition(from, action, 'agent', line).to).toBe(to);
  });
});
