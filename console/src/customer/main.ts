import { CallError, getCase, getVisit, PAGE, type Visit } from './api.js';
import { create } from './dom.js';
import { buildCasePage, buildDigitsPage, type View } from './pages.js';
import './customer.css';
import { language, text } from './texts.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');

let visit: Visit | null = null;
let isFirst = true;

/** Draws a page, and moves the focus to its title except at the first load. */
function draw({ title, content }: View): void {
  const heading = create('h1', { tabindex: '-1' }, text(title));
  document.title = visit ? `${text(title)} – ${visit.insurer}` : text(title);
  const other = language === 'el' ? 'en' : 'el';
  const change = create('a', { href: `${PAGE}?lang=${other}`, hreflang: other, lang: other }, text('otherLanguage'));
  const header = create('header', {}, create('strong', {}, visit?.insurer ?? ''), change);
  const footer =
    visit &&
    create(
      'footer',
      {},
      text('help'),
      ' ',
      create('a', { href: `tel:${visit.phone.replaceAll(' ', '')}` }, visit.phone),
      ' · ',
      create('a', { href: `mailto:${visit.email}` }, visit.email),
    );
  const note = visit?.sandbox ? create('p', { class: 'note' }, text('sandbox')) : null;
  root!.replaceChildren(header, create('main', {}, note, heading, ...content), ...(footer ? [footer] : []));
  if (!isFirst) heading.focus();
  isFirst = false;
}

function show(view?: View, isStep = false): void {
  if (!view) return void load();
  if (isStep) history.pushState(null, '');
  draw(view);
}

async function load(): Promise<void> {
  try {
    visit = await getVisit();
    draw(visit.confirmed ? buildCasePage(await getCase(), show) : buildDigitsPage(show));
  } catch (error) {
    const message = error instanceof CallError ? error.message : text('failed');
    root!.replaceChildren(create('main', {}, create('h1', {}, document.title), create('p', { role: 'alert' }, message)));
  }
}

// Back and forward, also from the cache of the browser, show the state of the case and no old page.
addEventListener('popstate', () => void load());
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void load();
});
void load();
