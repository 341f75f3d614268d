import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { NotFound } from '../../frame/failure.js';
import { useLocale, useText } from '../../messages/language.js';
import { useListSearch } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { Loaded } from '../../parts/states.js';
import { isLine } from '../../parts/contract/contract.js';
import {
  agentDesk,
  getAmendment,
  getAmendmentForm,
  staffDesk,
  type Amendment,
  type AmendmentDesk,
  type AmendmentForm,
} from '../../parts/amendments/amendment-desk.js';
import { ChangeForm } from '../../parts/amendments/change-form.js';

/** The form of an amendment, for an agent. */
export function AgentChangePage(): ReactNode {
  const { line = '', id = '' }: { line?: string; id?: string } = useParams({ strict: false });
  return isLine(line) ? <ChangePage desk={agentDesk(line, Number(id))} /> : <NotFound />;
}

/** The form of an amendment, for staff. */
export function StaffChangePage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <ChangePage desk={staffDesk(Number(id))} />;
}

function ChangePage({ desk }: { readonly desk: AmendmentDesk }): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const { values } = useListSearch();
  const no = values.amendment === undefined ? null : Number(values.amendment);
  const [on, setOn] = useState<string | undefined>();
  const form = useQuery<AmendmentForm, Problem>({
    queryKey: ['amendment form', desk.name, desk.id, no, on, language],
    queryFn: ({ signal }) => getAmendmentForm(desk, { on, amendment: no ?? undefined }, signal),
    placeholderData: (previous) => previous,
  });
  const changed = useQuery<Result<Amendment> | null, Problem>({
    queryKey: ['amendment', desk.name, desk.id, no, language],
    queryFn: ({ signal }) => (no === null ? null : getAmendment(desk, no, signal)),
  });
  return (
    <LoadedPage of={form} lines={8}>
      {(found) => (
        <>
          <PageHead title={t('amendment.form.title', { policyNo: found.policyNo })} about={t('amendment.form.about')} />
          <Loaded of={changed}>{(amendment) => <ChangeForm key={no} {...{ desk, amendment }} form={found} showDay={setOn} />}</Loaded>
        </>
      )}
    </LoadedPage>
  );
}
