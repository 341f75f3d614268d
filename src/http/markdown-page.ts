import { Marked, type Tokens } from 'marked';
import { escapeMarkup } from '../common/escape-markup.js';

export const CACHE_CONTROL = 'public, no-cache';

const STYLE =
  'body{font:16px/1.55 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}pre{overflow:auto;background:#f4f4f4;padding:.8em}' +
  'table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}' +
  'code{font-size:.95em}img{max-width:100%;height:auto;border:1px solid #ccc}';

/** A cell with an error code, to which problems lead (gateway.101). */
const ERROR_CODE = /^`?(-\d+|[A-Z]+(?:_[A-Z]+)+)`?$/;

export function renderMarkdown(markdown: string, toAddress: (href: string) => string | null): string {
  const marked = new Marked({
    renderer: {
      tablecell({ tokens, text, header }: Tokens.TableCell): string {
        const [, code] = ERROR_CODE.exec(text) ?? [];
        const tag = header ? 'th' : 'td';
        return `<${tag}${code === undefined ? '' : ` id="${code.toLowerCase()}"`}>${this.parser.parseInline(tokens)}</${tag}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const address = toAddress(href);
        return address === null ? text : `<a href="${escapeMarkup(address)}">${text}</a>`;
      },
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${toAnchor(text)}">${text}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

function toAnchor(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

export function renderFrame(title: string, content: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}
