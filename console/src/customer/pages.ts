import { confirmVisit, sendAnswer, sendCode, sendContact, sendWithdrawal, type Act, type Case, type Withdrawal } from './api.js';
import { create, drawQr } from './dom.js';
import { buildCovers, buildDocuments, buildFacts, buildField, buildForm, buildSection, buildSummary } from './parts.js';
import { formatDay, formatMoment, formatMoney, text, type TextId } from './texts.js';

/** A page: its title, and what is below it. */
export interface View {
  readonly title: TextId;
  readonly content: readonly (Node | string | null)[];
}

/** Shows another page, or loads the case again when none is given. A step can be left by Back. */
export type Show = (view?: View, isStep?: boolean) => void;

export function buildDigitsPage(show: Show): View {
  const digits = buildField('digits', 'digits', {
    attributes: { inputmode: 'numeric', maxlength: '4', autocomplete: 'off', required: true },
  });
  const send = async (): Promise<void> => {
    await confirmVisit(digits.read() ?? '');
    show();
  };
  return { title: 'digitsTitle', content: [buildForm({ submit: 'continue', send }, digits.element)] };
}

export function buildCasePage(shown: Case, show: Show): View {
  switch (shown.purpose) {
    case 'accept':
      if (shown.act) return buildAnsweredPage(shown.act, shown);
      return shown.accept_by === null ? buildNotAwaitedPage(shown) : buildAcceptPage(shown, show);
    case 'pay':
      return { title: 'pay', content: [buildSummary(shown), buildPayment(shown)] };
    case 'policy':
      return { title: 'policy', content: [buildSummary(shown), buildDocuments(shown), buildContact()] };
    case 'withdraw':
      return shown.withdrawal ? buildReceivedPage(shown.withdrawal, shown) : buildWithdrawPage(shown, show);
  }
}

function buildAcceptPage(shown: Case, show: Show): View {
  const boxes = shown.statements.map(({ code, text: statement, required }) => {
    const box = create('input', { type: 'checkbox', id: `statement-${code}`, required });
    const label = create('label', { for: box.id }, statement, required ? ` (${text('required')})` : '');
    return { code, required, box, element: create('p', { class: 'check' }, box, label) };
  });
  const code = buildField('code', 'code', { attributes: { inputmode: 'numeric', maxlength: '6', autocomplete: 'one-time-code' } });
  const sent = create('p', { role: 'status' });
  const request = async (): Promise<void> => {
    const { sent_to: to, code: shownCode } = await sendCode();
    sent.textContent = shownCode === null ? `${text('codeSent')} ${to}.` : `${text('sandboxCode')} ${shownCode}.`;
    document.getElementById('code')?.focus();
  };
  const accept = async (): Promise<void> => {
    const missing = boxes.filter(({ required, box }) => required && !box.checked);
    for (const { box } of boxes) box.setAttribute('aria-invalid', String(missing.some((one) => one.box === box)));
    missing[0]?.box.focus();
    if (missing.length > 0) throw new Error(text('missing'));
    const answers = boxes.map((one) => ({ code: one.code, given: one.box.checked }));
    show(buildAnsweredPage(await sendAnswer({ accepted: true, answers, code: code.read(), shown: shown.shown }), shown));
  };
  const reason = buildField('reason', 'reason', { isLong: true, attributes: { maxlength: '500' } });
  const reject = async (): Promise<void> => {
    show(buildAnsweredPage(await sendAnswer({ accepted: false, reason: reason.read(), shown: shown.shown }), shown));
  };
  return {
    title: 'accept',
    content: [
      buildSummary(shown),
      buildDocuments(shown, 'readFirst'),
      buildCovers(shown),
      buildSection(
        'answer',
        ...boxes.map(({ element }) => element),
        buildForm({ submit: 'sendCode', tone: 'plain', send: request }, sent),
        buildForm({ submit: 'acceptIt', send: accept }, code.element),
      ),
      buildSection('rejectTitle', buildForm({ submit: 'rejectIt', tone: 'danger', send: reject }, reason.element)),
    ],
  };
}

function buildNotAwaitedPage(shown: Case): View {
  return { title: 'accept', content: [create('p', {}, text('notAwaited')), buildSummary(shown), buildDocuments(shown)] };
}

function buildAnsweredPage({ kind, at }: Act, shown: Case): View {
  return {
    title: kind === 'ACCEPTED' ? 'accepted' : 'rejected',
    content: [
      buildFacts([
        [text('number'), shown.number],
        [text('at'), formatMoment(at)],
      ]),
      buildDocuments(shown),
    ],
  };
}

function buildPayment({ payment }: Case): HTMLElement {
  if (payment === null) return create('p', {}, text('nothingDue'));
  const code = payment.payment_code.replaceAll(/.{4}(?=.)/g, '$& ');
  return create(
    'div',
    {},
    buildFacts([
      [text('amount'), formatMoney(payment.amount)],
      [text('payCode'), code],
      [text('due'), formatDay(payment.due_date)],
    ]),
    drawQr(payment.qr_size, payment.qr_path, `${text('payCode')} ${code}`),
    create('p', {}, text('howToPay')),
  );
}

function buildContact(): HTMLElement {
  const email = buildField('email', 'email', { attributes: { type: 'email', autocomplete: 'email', maxlength: '254' } });
  const phone = buildField('phone', 'phone', { attributes: { type: 'tel', autocomplete: 'tel', maxlength: '30' } });
  const address = buildField('address', 'address', { isLong: true, attributes: { autocomplete: 'street-address', maxlength: '300' } });
  const told = create('p', { role: 'status' });
  const send = async (): Promise<void> => {
    const { service_request_id: number } = await sendContact({ email: email.read(), phone: phone.read(), address: address.read() });
    told.textContent = `${text('reported')} ${number}.`;
    told.closest('form')?.reset();
  };
  return buildSection('contactTitle', buildForm({ submit: 'report', send }, email.element, phone.element, address.element, told));
}

function buildWithdrawPage(shown: Case, show: Show): View {
  const begin = (): Promise<void> => Promise.resolve(show(buildConfirmPage(shown, show), true));
  return {
    title: 'withdraw',
    content: [buildSummary(shown), create('p', {}, text('withdrawText')), buildForm({ submit: 'withdrawIt', send: begin })],
  };
}

function buildConfirmPage(shown: Case, show: Show): View {
  const reason = buildField('reason', 'reason', { isLong: true, attributes: { maxlength: '500' } });
  // The case has the acknowledgement among its documents.
  const send = async (): Promise<void> => {
    await sendWithdrawal(reason.read());
    show();
  };
  const back = (): void => history.back();
  return {
    title: 'statementTitle',
    content: [
      create('blockquote', {}, `${text('statement')} ${shown.number}.`),
      buildForm({ submit: 'confirmWithdrawal', tone: 'danger', send }, reason.element),
      create('p', {}, create('button', { type: 'button', click: back }, text('back'))),
    ],
  };
}

function buildReceivedPage({ received_at: at, statement, state, refund, decision }: Withdrawal, shown: Case): View {
  return {
    title: 'received',
    content: [
      create('blockquote', {}, statement),
      buildFacts([
        [text('at'), formatMoment(at)],
        [text('refund'), refund === null ? null : formatMoney(refund)],
        [text('decision'), decision],
      ]),
      state === 'OPEN' ? create('p', {}, text('examined')) : null,
      create('p', {}, text('acknowledged')),
      buildDocuments(shown),
    ],
  };
}
