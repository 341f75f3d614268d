import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call, download } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { saveFile } from '../parts/csv.js';
import { useAction } from '../parts/form.js';
import { FormDialog } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, PageHead } from '../parts/page.js';
import { Loaded, ProblemNotice } from '../parts/states.js';

type Preview = Schema<'ErasurePreviewResponse'>;

/** Finds persons by AFM or name, and exports or erases the data of the chosen one (console.71). */
export function ErasurePage(): ReactNode {
  const t = useText();
  const search = useListSearch();
  const { party: id = '', person = '' } = search.values;
  const [typed, setTyped] = useState(person);
  return (
    <>
      <PageHead title={t('nav.erasure')} about={t('erasure.about')} />
      <div className="stack">
        <Card>
          <form
            className="tools"
            onSubmit={(event) => {
              event.preventDefault();
              search.change({ person: typed.trim(), party: '' });
            }}
          >
            <label htmlFor="person">{t('erasure.person')}</label>
            <input id="person" value={typed} onChange={(event) => setTyped(event.target.value)} />
            <Button type="submit" size="xs" variant="default">
              {t('erasure.find')}
            </Button>
          </form>
        </Card>
        {id === '' && person !== '' && <FoundPersons person={person} choose={(party) => search.change({ party: String(party) })} />}
        {id !== '' && <Erasure key={id} id={id} />}
      </div>
    </>
  );
}

function FoundPersons({ person, choose }: { readonly person: string; readonly choose: (party: number) => void }): ReactNode {
  const t = useText();
  const found = useGet('/backoffice-api/search', { query: { q: person } });
  return (
    <Loaded of={found}>
      {({ body: { clients } }) => (
        <Card title="erasure.found">
          {clients.length === 0 && <p>{t('erasure.nobody')}</p>}
          {clients.map(({ id, afm, name }) => (
            <p key={id}>
              <Button size="xs" variant="default" onClick={() => choose(id)}>
                {name}, {t('erasure.afm', { afm })}
              </Button>
            </p>
          ))}
        </Card>
      )}
    </Loaded>
  );
}

function Erasure({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const preview = useGet('/backoffice-api/parties/{id}/erasure/preview', { path: { id } });
  const [asked, setAsked] = useState<Preview | null>(null);
  const staysOf = ({ stays }: Preview): string => stays.map(({ reason }) => reason).join(' ');
  return (
    <>
      <Loaded of={preview}>{({ body }) => <ErasurePreview preview={body} erase={() => setAsked(body)} />}</Loaded>
      {asked !== null && (
        <FormDialog
          title="erasure.do"
          says={
            <>
              {t('erasure.says', { name: asked.name, afm: asked.afm })} {policiesOf(asked, t)} {t('erasure.books')} {staysOf(asked)}
            </>
          }
          confirm="erasure.do"
          isDestructive
          fields={[{ name: 'name', label: 'erasure.name', mustBe: asked.name }]}
          send={(key) => call('post', '/backoffice-api/parties/{id}/erasure', { path: { id }, key })}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
}

function policiesOf({ policies }: Preview, t: ReturnType<typeof useText>): string {
  return policies.length === 0 ? t('erasure.noPolicies') : t('erasure.policies', { policies: policies.join(', ') });
}

interface ErasurePreviewProps {
  readonly preview: Preview;
  readonly erase: () => void;
}

function ErasurePreview({ preview, erase }: ErasurePreviewProps): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const saving = useAction(async () => {
    const path = { id: String(preview.partyId) };
    saveFile(`party-${preview.partyId}.zip`, await download('/backoffice-api/parties/{id}/export', { path }));
  });
  const rows: readonly (readonly [MessageId, readonly string[]])[] = [
    ['erasure.against', preview.reasons],
    ['erasure.goes', preview.places.map(({ place, agentCode, count }) => `${place} ${agentCode ?? ''}: ${number(count)}`)],
    ['erasure.stays', preview.stays.map(({ place, count, reason }) => `${place}: ${number(count)}. ${reason}`)],
  ];
  return (
    <>
      <Card>
        <p>
          <strong>{preview.name}</strong>
        </p>
        <p>{t('erasure.afm', { afm: preview.afm })}</p>
        <p>{policiesOf(preview, t)}</p>
        <p className="quiet">{t('erasure.exportAbout')}</p>
        {saving.problem !== null && <ProblemNotice problem={saving.problem} />}
        <Button variant="default" onClick={() => void saving.run()} loading={saving.isRunning}>
          {t('erasure.export')}
        </Button>
      </Card>
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
