import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { FormLists, useCodeLists } from '../../forms/code-lists.js';
import { DraftFields } from '../../forms/draft-fields.js';
import { blankOf, textOf, type Draft, type Spec } from '../../forms/draft.js';
import { Elsewhere } from '../../forms/elsewhere.js';
import { useTyped } from '../../forms/leaving.js';
import { changesOf, draftOf, rebasedDraft } from '../../forms/stored-draft.js';
import { useDraft, type DraftForm, type ReplaceableDraft } from '../../forms/use-draft.js';
import { useLocale, useText } from '../../messages/language.js';
import { ActionDialog } from '../action-dialog.js';
import { Messages } from '../contract/messages.js';
import { useDelayed } from '../form-dialog.js';
import { PREVIEW, useAction } from '../form.js';
import { isDate, useFormat } from '../format.js';
import { Card, StatusTag } from '../page.js';
import { fireApplicationOf, type Consent } from '../quote/fire-application.js';
import { motorApplicationOf } from '../quote/motor-application.js';
import { companiesOf, type QuoteParts } from '../quote/quote-parts.js';
import { withQuestions } from '../quote/stored-questions.js';
import { Loaded, ProblemNotice } from '../states.js';
import {
  pageOf,
  priceAmendment,
  saveAmendment,
  toCamel,
  type Amendment,
  type AmendmentDesk,
  type AmendmentForm,
  type AmendmentRequest,
} from './amendment-desk.js';
import { CORRECTION, REQUEST, changeableParts, contractParts, requestSpecs } from './change-fields.js';
import { CoverFields } from './cover-fields.js';
import { Conflicts, Difference, type Choice, type Resolution } from './difference.js';

const LISTS = ['personTypes', 'marketingConsents'];

const NO_REASON = '–';

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['kind', 'effectiveDate', 'receivedOn', 'isLossUnknown', 'reason']);

/** Maps a path of the API to the form. */
function placed(path: string): string {
  const field = toCamel(path);
  return REQUEST_FIELDS.has(field) ? `${REQUEST}.${field}` : path.replace(/^changes\./, '');
}

interface ChangeFormProps {
  readonly desk: AmendmentDesk;
  readonly form: AmendmentForm;
  /** The amendment that is changed; null for a new one. */
  readonly amendment: Result<Amendment> | null;
  /** Loads the contract of another day. */
  readonly showDay: (day: string) => void;
}

interface Change {
  readonly form: ReplaceableDraft;
  /** Fields of the request itself. */
  readonly request: Spec;
  readonly kind: AmendmentForm['kinds'][number] | undefined;
  readonly shown: QuoteParts;
  readonly body: AmendmentRequest;
  readonly isChanged: boolean;
  readonly isTyped: boolean;
}

/** Holds the draft of an amendment. It begins with the contract of the effective date, and what differs is sent. */
function useChange({ desk, form: found, amendment, showDay }: ChangeFormProps): Change {
  const { locale } = useLocale();
  const lists = useCodeLists(LISTS);
  const known = [...companiesOf(lists['personTypes'])].join(' ');
  const parts = useMemo(() => contractParts(found.line, new Set(known.split(' '))), [found.line, known]);
  const consents = (lists['marketingConsents'] ?? []) as unknown as readonly Consent[];
  const request = useMemo(() => requestSpecs(desk.name === 'staff'), [desk.name]);
  const specs = useMemo(() => [request, ...parts.all], [request, parts]);
  const base = useMemo(() => draftOf(parts.all, withQuestions(found.questionnaire), locale), [parts, found, locale]);
  const [initial] = useState<Draft>(() => ({
    ...(found.amended === null ? base : draftOf(parts.all, withQuestions(found.amended), locale)),
    [REQUEST]: { ...(blankOf([request])[REQUEST] as Draft), ...requestOf(found, amendment?.body ?? null) },
  }));
  const form = useDraft(specs, initial, null, placed);
  useBase(form, base);
  const asked = form.draft[REQUEST] as Draft;
  const kind = found.kinds.find((one) => one.kind === asked['kind']);
  const shown = useMemo(() => changeableParts(parts, kind), [parts, kind]);
  const day = kind?.kind === CORRECTION ? kind.from : textOf(asked['effectiveDate']);
  useEffect(() => {
    if (isDate(day)) showDay(day);
  }, [day, showDay]);
  useDayOfKind(form, kind);
  const toContract = (draft: Draft): Record<string, unknown> =>
    found.line === 'fire' ? { ...fireApplicationOf(shown.all, draft, consents) } : { ...motorApplicationOf(shown.all, draft) };
  const changes = changesOf(toContract(base), toContract(form.draft));
  // A suspension has no fields.
  const isChanged = kind !== undefined && (kind.fields.length === 0 || Object.keys(changes).length > 0);
  const isTyped = JSON.stringify(form.draft) !== JSON.stringify(initial);
  return { form, request, kind, shown, body: bodyOf(asked, day, changes), isChanged, isTyped };
}

/** Form of an amendment, with the price of the difference next to it. */
export function ChangeForm(props: ChangeFormProps): ReactNode {
  const { desk, form: found, amendment } = props;
  const t = useText();
  const navigate = useNavigate();
  const { form, request, kind, shown, body, isChanged, isTyped } = useChange(props);
  const [resolutions, setResolutions] = useState<readonly Resolution[]>(() => listResolutions(amendment?.body ?? null));
  const choose = (chosen: Resolution): void =>
    setResolutions((all) => [...all.filter(({ path, amendmentNo }) => path !== chosen.path || amendmentNo !== chosen.amendmentNo), chosen]);
  const sent = resolutions.length === 0 ? body : { ...body, resolutions: [...resolutions] };
  const price = usePrice(desk, sent, isChanged && !form.isUnreadable);
  useEffect(() => {
    // Choices for conflicts that no longer exist are dropped.
    if (price.error?.violations.some(({ path }) => path.startsWith('resolutions'))) setResolutions([]);
  }, [price.error]);
  const isDone = useRef(false);
  useTyped(() => !isDone.current && isTyped);
  const no = amendment?.body.amendmentNo ?? null;
  const save = useAction(
    (key) => saveAmendment(desk, sent, { no, key, etag: amendment?.etag ?? null }),
    ({ amendmentNo }) => {
      isDone.current = true;
      void navigate({ to: pageOf(desk, amendmentNo) });
    },
  );
  const { refuse } = form;
  useEffect(() => {
    // Violations of the last call that ended stay while the next one runs.
    if (!price.isFetching) refuse(price.error ?? save.problem);
  }, [price.isFetching, price.error, save.problem, refuse]);
  const [isAsking, setAsking] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isUnreadable) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    else setAsking(true);
  };
  const title = no === null ? 'amendment.create' : 'amendment.save';
  const fields = [request, ...shown.all];
  const given = useMemo(() => listsOf(found, amendment?.body.kind), [found, amendment]);
  return (
    <FormLists specs={fields} given={given}>
      <form onSubmit={submit} noValidate ref={box} className="columns">
        <div className="stack">
          <Card title="amendment.request">
            <div className="stack">
              <DraftFields form={form} fields={request.kind === 'group' ? request.fields : []} at={REQUEST} />
              <Days kind={kind} />
            </div>
          </Card>
          <Contract form={form} shown={shown} found={found} />
        </div>
        <div className="stack sticky">
          <Card title="amendment.difference">
            <PricePanel
              price={price}
              isChanged={isChanged}
              choice={desk.name === 'staff' ? { made: resolutions, make: choose } : undefined}
            />
          </Card>
          {save.problem !== null && <ProblemNotice problem={save.problem} />}
          <Elsewhere
            violations={form.violations}
            parts={[{ name: 'all', title: 'amendment.request', fields }]}
            here="all"
            goTo={() => undefined}
          />
          <div className="tools">
            <Button type="submit" disabled={!isChanged}>
              {t(title)}
            </Button>
            <Button component={Link} to={no === null ? desk.home : pageOf(desk, no)} variant="default">
              {t('action.cancel')}
            </Button>
          </div>
        </div>
      </form>
      {isAsking && (
        <ActionDialog
          title={title}
          says={<Outcome price={price.data} />}
          confirm={title}
          // Violations are shown at their fields, below the dialog.
          action={{ ...save, problem: null, run: () => save.run().finally(() => setAsking(false)) }}
          close={() => setAsking(false)}
        />
      )}
    </FormLists>
  );
}

/** Keeps what was typed when the contract of another day is loaded. */
function useBase({ replace }: ReplaceableDraft, base: Draft): void {
  const previous = useRef(base);
  useEffect(() => {
    const before = previous.current;
    previous.current = base;
    if (before !== base) replace((draft) => ({ ...rebasedDraft(draft, before, base), [REQUEST]: draft[REQUEST]! }));
  }, [base, replace]);
}

/** Moves the effective date to the first day of a newly chosen kind, unless it is possible in it. */
function useDayOfKind({ draft, set }: DraftForm, kind: AmendmentForm['kinds'][number] | undefined): void {
  const latest = useRef({ day: '', kind });
  useEffect(() => {
    latest.current = { day: textOf((draft[REQUEST] as Draft)['effectiveDate']), kind };
  });
  useEffect(() => {
    const { day, kind: chosen } = latest.current;
    if (chosen !== undefined && chosen.kind !== CORRECTION && (day < chosen.from || day > chosen.to))
      set(`${REQUEST}.effectiveDate`, chosen.from);
  }, [kind?.kind, set]);
}

function requestOf({ kinds: [first] }: AmendmentForm, amendment: Amendment | null): Draft {
  if (amendment === null) return first === undefined ? {} : { kind: first.kind, effectiveDate: first.from };
  const { kind, effectiveDate, receivedOn, reason } = amendment;
  return { kind, effectiveDate, receivedOn: receivedOn ?? '', reason };
}

function bodyOf(asked: Draft, effectiveDate: string, changes: Record<string, unknown>): AmendmentRequest {
  const receivedOn = textOf(asked['receivedOn']);
  return {
    kind: textOf(asked['kind']) as AmendmentRequest['kind'],
    effectiveDate,
    reason: textOf(asked['reason']).trim(),
    ...(receivedOn === '' ? {} : { receivedOn }),
    ...(textOf(asked['isLossUnknown']) === '1' ? { isLossUnknown: true } : {}),
    changes,
  };
}

function listResolutions(amendment: Amendment | null): readonly Resolution[] {
  return (amendment?.conflicts ?? []).flatMap(({ path, amendmentNo, keep }) =>
    keep === null ? [] : [{ path, amendmentNo, keep: keep as Resolution['keep'] }],
  );
}

/** Lists of the tariff of the policy, by the names in `change-fields.ts`. */
function listsOf({ kinds, bundles, discounts }: AmendmentForm, only: string | undefined): Schema<'CodeListsResponse'>['lists'] {
  // The kind of an amendment does not change.
  const possible = kinds.filter(({ kind }) => only === undefined || kind === only);
  return { kinds: possible.map(({ kind, title }) => ({ code: kind, title })), bundles, discounts };
}

/** Price of the request, once it has been unchanged for a moment. */
function usePrice(desk: AmendmentDesk, body: AmendmentRequest, isReady: boolean): UseQueryResult<Amendment, Problem> {
  const { language } = useLocale();
  const asked = { ...body, reason: body.reason === '' ? NO_REASON : body.reason };
  const settled = useDelayed(asked);
  return useQuery<Amendment, Problem>({
    queryKey: [PREVIEW, 'amendment', desk.name, desk.id, settled, language],
    queryFn: ({ signal }) => priceAmendment(desk, settled, signal),
    enabled: isReady && JSON.stringify(settled) === JSON.stringify(asked),
    placeholderData: (previous) => previous,
  });
}

interface PricePanelProps {
  readonly price: UseQueryResult<Amendment, Problem>;
  readonly isChanged: boolean;
  readonly choice: Choice | undefined;
}

function PricePanel({ price, isChanged, choice }: PricePanelProps): ReactNode {
  const t = useText();
  if (!isChanged) return <p className="empty">{t('amendment.nothing')}</p>;
  return (
    <Loaded of={price} lines={4}>
      {(shown) => (
        <div className="stack" aria-live="polite">
          <p>
            {t('preview.status')} <StatusTag status={shown.status} title={shown.statusTitle} />
          </p>
          <Conflicts conflicts={shown.conflicts} choice={choice} />
          {shown.after !== null && <Difference amendment={shown} />}
          <Messages messages={shown.messages} />
        </div>
      )}
    </Loaded>
  );
}

/** First and last effective date of the kind. */
function Days({ kind }: { readonly kind: AmendmentForm['kinds'][number] | undefined }): ReactNode {
  const t = useText();
  const { day } = useFormat();
  if (kind === undefined) return null;
  const { from, to } = kind;
  return (
    <p className="quiet small">
      {kind.kind === CORRECTION ? t('amendment.fromStart', { date: day(from) }) : t('amendment.days', { from: day(from), to: day(to) })}
    </p>
  );
}

/** Says what happens when the amendment is created. */
function Outcome({ price }: { readonly price: Amendment | undefined }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  if (price === undefined || price.status !== '01') return t('amendment.create.says');
  const { due, payBy } = price;
  if (due.gross > 0) return t('amendment.create.pay', { amount: money(due.gross), date: day(payBy) });
  return t(due.gross < 0 ? 'amendment.create.back' : 'amendment.create.free', { amount: money(-due.gross) });
}

interface ContractProps {
  readonly form: DraftForm;
  readonly shown: QuoteParts;
  readonly found: AmendmentForm;
}

/** The contract in three parts. A part without fields of the kind is not shown. */
function Contract({ form, shown, found }: ContractProps): ReactNode {
  const hasFields = (specs: readonly Spec[]): boolean =>
    specs.some((spec) => ('fields' in spec ? hasFields(spec.fields) : spec.isHidden !== true));
  return (
    <>
      {hasFields(shown.risk) && (
        <Card title="quote.risk">
          <div className="stack">
            <DraftFields form={form} fields={shown.risk} />
          </div>
        </Card>
      )}
      {hasFields(shown.bundle) && (
        <Card title="amendment.covers">
          <CoverFields form={form} specs={shown.bundle} found={found} />
        </Card>
      )}
      {hasFields(shown.client) && (
        <Card title="quote.client">
          <div className="stack">
            <DraftFields form={form} fields={shown.client} />
          </div>
        </Card>
      )}
    </>
  );
}
