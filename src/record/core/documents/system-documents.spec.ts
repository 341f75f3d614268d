import { setImmediate as turn } from 'node:timers/promises';
import type { ApplicationRecord } from '../applications/application.js';
import { Status } from '../applications/status.js';
import { SystemDocuments } from './system-documents.js';

const policy = (id: number): ApplicationRecord => ({ id, status: Status.IN_FORCE }) as ApplicationRecord;

describe('the printing of an application’s system documents', () => {
  let system: SystemDocuments;
  let making: { what: string; end: (error?: Error) => void }[];
  beforeEach(() => {
    system = new SystemDocuments();
    making = [];
    system.register(
      (environment, { id }) =>
        new Promise((resolve, reject) =>
          making.push({ what: `${environment} ${id}`, end: (error) => (error ? reject(error) : resolve()) }),
        ),
    );
  });

  it('runs one document after the other, and those of other applications in between', async () => {
    const all = [system.complete('production', policy(1)), system.complete('production', policy(1))];
    all.push(system.complete('sandbox', policy(1)), system.complete('production', policy(2)));
    await turn();
    expect(making.map(({ what }) => what)).toEqual(['production 1', 'sandbox 1', 'production 2']);
    making.forEach(({ end }) => end());
    await turn();
    expect(making.slice(3).map(({ what }) => what)).toEqual(['production 1']);
    making[3]?.end();
    await Promise.all(all);
  });

  it('fails all callers that wait for the same document, and tries again for the next caller', async () => {
    const all = [system.complete('production', policy(1)), system.complete('production', policy(1))];
    await turn();
    making[0]?.end(new Error('no paper'));
    for (const outcome of await Promise.allSettled(all))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'no paper' } });
    expect(making).toHaveLength(1);
    const again = system.complete('production', policy(1));
    await turn();
    making[1]?.end();
    await again;
  });

  it('prints nothing for an application that is not a contract yet', async () => {
    await system.complete('production', { id: 1, status: Status.CALCULATED } as ApplicationRecord);
    expect(making).toEqual([]);
  });
});
