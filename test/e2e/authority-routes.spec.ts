import { jest } from '@jest/globals';
import { Module, Param, Post } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { BackofficeController, CurrentStaff, Roles } from '../../src/backoffice/common/decorators.js';
import type { StaffCaller } from '../../src/backoffice/common/staff-caller.js';
import { StaffDecisionService } from '../../src/backoffice/underwriting/applications/staff-decision.service.js';
import { BACKOFFICE_ROUTES } from '../contract/tables/backoffice-routes.js';
import { AuthorityFixture, getSumInsured, subtractCent } from '../support/authority-fixture.js';
import type { HttpResponse } from '../support/client.js';
import { OperationFinder, readDocument } from '../support/described/document.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus } from '../support/fire-app.js';
import type { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

/** A route that decides, whose author forgot `@NeedsAuthority`. */
@BackofficeController('unmarked-decisions')
@Roles('underwriter')
class UnmarkedController {
  constructor(private readonly modules: ModuleRef) {}

  @Post(':id')
  async decide(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    await this.modules.get(StaffDecisionService, { strict: false }).decide(staff, id, { decision: 'approve' });
  }
}
@Module({ controllers: [UnmarkedController] })
class UnmarkedModule {}

/** A decision that waits, and its sum insured. */
interface Case {
  readonly sum: number;
  readonly decide: (by: StaffClient) => Promise<HttpResponse>;
}

const finder = new OperationFinder(readDocument());
const MARKED = BACKOFFICE_ROUTES.filter(([, , , needs]) => needs === 'authority').map(
  ([method, path]) => finder.find(method, `/backoffice-api/${path}`)!.name,
);

/** Decisions on each marked route. */
const CASES: Readonly<Record<string, readonly (() => Promise<Case>)[]>> = {
  'POST /backoffice-api/applications/{id}/decisions': [
    async () => {
      const referred = await fixture.createReferred();
      return { sum: getSumInsured(referred), decide: (by) => fixture.approve(referred.id, by) };
    },
  ],
  'POST /backoffice-api/applications/{id}/amendments/{amendmentNo}/decisions': [
    async () => {
      const amendment = await fixture.createReferredAmendment();
      return { sum: amendment.sum, decide: (by) => fixture.decideAmendment(amendment, 'approve', by) };
    },
  ],
  'PUT /backoffice-api/pending-actions/{id}/approve': [
    async () => {
      const referred = await fixture.createReferred();
      return confirming(getSumInsured(referred), () => fixture.approve(referred.id, fixture.senior));
    },
    async () => {
      const amendment = await fixture.createReferredAmendment();
      return confirming(amendment.sum, () => fixture.decideAmendment(amendment, 'approve', fixture.senior));
    },
  ],
};

let fixture: AuthorityFixture;

beforeAll(async () => {
  fixture = await AuthorityFixture.start([UnmarkedModule]);
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.begin());

/** Makes the decision as the first person; the case is its confirmation. */
async function confirming(sum: number, decide: () => Promise<HttpResponse>): Promise<Case> {
  await fixture.change({ secondPersonApprovalsAbove: 0 });
  const { id } = expectStatus(202, await decide()).json<{ id: number }>();
  return { sum, decide: (by) => fixture.confirm(id, by) };
}

describe('the routes that need an authority', () => {
  it('have their cases here', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(MARKED.toSorted());
  });

  it('include each that checks an authority, because another one fails and changes nothing', async () => {
    const { id } = await fixture.createReferred();
    await expectRefused(fixture.app, () => fixture.senior.post(`unmarked-decisions/${id}`, undefined), { status: 500, code: '-1' });
  });

  it.each(Object.entries(CASES).flatMap(([name, cases]) => cases.map((create, index) => [name, index + 1, create] as const)))(
    'decide exactly at the limit and refuse a cent above it: %s, case %d',
    async (_name, _index, create) => {
      const { sum, decide } = await create();
      const { junior } = fixture;
      await fixture.expectExceeded(() => decide(junior), ['decision'], fixture.seniorName);
      await fixture.grant(junior, { maxSumInsured: subtractCent(sum) });
      await fixture.expectExceeded(() => decide(junior), ['price.sumInsured'], fixture.seniorName);
      await fixture.grant(junior, { maxSumInsured: sum });
      expectStatus(200, await decide(junior));
    },
  );
});
