import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { FormDialog } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, PageHead } from '../parts/page.js';
import { Loaded } from '../parts/states.js';

/** Erasure of the person that the address names by its number in the register. */
export function ErasurePage(): ReactNode {
  const t = useText();
  const search = useListSearch();
  const id = search.values.party ?? '';
  const preview = useGet('/backoffice-api/parties/{id}/erasure/preview', { path: { id }, enabled: id !== '' });
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState(id);
  return (
    <>
      <PageHead title={t('nav.erasure')} about={t('erasure.about')} />
      <div className="stack">
        <Card>
          <form
            className="tools"
            onSubmit={(event) => {
              event.preventDefault();
              search.change({ party: typed.trim() });
            }}
          >
            <label htmlFor="party">{t('erasure.party')}</label>
            <input id="party" inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
            <Button type="submit" size="xs" variant="default">
              {t('erasure.look')}
            </Button>
          </form>
        </Card>
        {id !== '' && <Loaded of={preview}>{({ body }) => <ErasurePreview preview={body} erase={() => setAsking(true)} />}</Loaded>}
      </div>
      {isAsking && (
        <FormDialog
          title="erasure.do"
          says={t('erasure.says', { id })}
          confirm="erasure.do"
          isGrave
          fields={[]}
          send={(key) => call('post', '/backoffice-api/parties/{id}/erasure', { path: { id }, key })}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface ErasurePreviewProps {
  readonly preview: Schema<'ErasurePreviewResponse'>;
  readonly erase: () => void;
}

function ErasurePreview({ preview, erase }: ErasurePreviewProps): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const rows: readonly (readonly [MessageId, readonly string[]])[] = [
    ['erasure.against', preview.reasons],
    ['erasure.goes', preview.places.map(({ place, agentCode, count }) => `${place} ${agentCode ?? ''}: ${number(count)}`)],
    ['erasure.stays', preview.stays.map(({ place, count, reason }) => `${place}: ${number(count)}. ${reason}`)],
    ['erasure.notSearched', preview.notSearched.map(({ agentCode, count }) => `${agentCode ?? ''} ${number(count)}`)],
  ];
  return (
    <>
      {rows.map(
        ([title, lines]) =>
          lines.length > 0 && (
            <Card key={title} title={title}>
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Card>
          ),
      )}
      {!preview.isComplete && <p>{t('erasure.incomplete')}</p>}
      {preview.isPossible && (
        <p>
          <Button color="red.9" onClick={erase}>
            {t('erasure.do')}
          </Button>
        </p>
      )}
    </>
  );
}
