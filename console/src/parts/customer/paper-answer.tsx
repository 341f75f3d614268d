import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { useText } from '../../messages/language.js';
import type { Application } from '../contract/application.js';
import { FormDialog, type FieldSpec } from '../form-dialog.js';
import { NOTHING } from '../format.js';
import { WriteButton } from '../write-button.js';

/** Name of the action in the state table. */
const ACCEPT = 'accept';
const YES = 'yes';
const NO = 'no';

interface PaperAnswerProps {
  readonly application: Application;
  readonly etag: string | null;
}

/** Records an answer that the customer gave on paper, with the upload that proves an acceptance. */
export function PaperAnswer({ application, etag }: PaperAnswerProps): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { id, actions, documents } = application;
  if (!isOpen && !actions.includes(ACCEPT)) return null;
  const uploads = documents.filter(({ system }) => !system);
  const fields: readonly FieldSpec[] = [
    {
      name: 'answer',
      path: 'accepted',
      label: 'paper.answer',
      choices: [
        ['', NOTHING],
        [YES, t('paper.accepted')],
        [NO, t('paper.rejected')],
      ],
    },
    {
      name: 'documentId',
      label: 'paper.document',
      hint: uploads.length === 0 ? 'paper.document.none' : 'paper.document.hint',
      choices: [['', NOTHING], ...uploads.map((one) => [String(one.id), `${one.id}: ${one.fileName}`] as const)],
      isShown: ({ answer }) => answer === YES,
    },
    { name: 'reason', label: 'act.reason', type: 'long', isOptional: true, isShown: ({ answer }) => answer === NO },
  ];
  return (
    <section className="stack">
      <h2>{t('paper')}</h2>
      <div className="tools">
        <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('paper.record')}
        </WriteButton>
      </div>
      {isOpen && (
        <FormDialog
          title="paper.record"
          says={t('paper.says')}
          confirm="paper.confirm"
          fields={fields}
          send={(key, { answer, documentId, reason = '' }) =>
            call('post', '/backoffice-api/applications/{id}/acceptance', {
              path: { id },
              key,
              ifMatch: etag,
              body: answer === YES ? { accepted: true, documentId: Number(documentId) } : { accepted: false, reason: reason.trim() },
            })
          }
          close={() => setOpen(false)}
        />
      )}
    </section>
  );
}
