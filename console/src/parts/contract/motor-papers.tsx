import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import { useText } from '../../messages/language.js';
import '../../messages/own.js';
import { saveFile } from '../csv.js';
import { useAction } from '../form.js';
import { ProblemNotice } from '../states.js';
import { showToast } from '../toast-store.js';
import { IN_FORCE, type Contract } from './contract.js';

/** Papers of a vehicle's policy that the agent requests: the green card, and the statement of its claims history. */
export function MotorPapers({ contract: { id, status, policyNo } }: { readonly contract: Contract }): ReactNode {
  const t = useText();
  const path = { id: String(id) };
  const card = useAction(
    (key) => call('put', '/mtr-api/resources/policies/{id}/greenCard', { path, key }),
    () => showToast({ text: t('toast.done', { action: t('own.greenCard') }) }),
  );
  const history = useAction(async () =>
    saveFile(`${policyNo}-claims-history.pdf`, await download('/mtr-api/resources/policies/{id}/claimsHistory', { path })),
  );
  return (
    <>
      <div className="tools">
        {status === IN_FORCE && (
          <Button size="xs" variant="default" loading={card.isRunning} onClick={() => void card.run()}>
            {t('own.greenCard')}
          </Button>
        )}
        <Button size="xs" variant="default" loading={history.isRunning} onClick={() => void history.run()}>
          {t('own.claimsHistory')}
        </Button>
      </div>
      {card.problem !== null && <ProblemNotice problem={card.problem} />}
      {history.problem !== null && <ProblemNotice problem={history.problem} />}
    </>
  );
}
