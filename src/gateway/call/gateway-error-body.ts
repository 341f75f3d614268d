import { escapeMarkup } from '../../common/escape-markup.js';
import type { ErrorFormat, NegotiatedFormat } from './error-format.js';
import { GATEWAY_ERRORS, type GatewayErrorCode } from './gateway-error.js';

export interface ErrorBody {
  readonly contentType: string;
  readonly body: string;
}

type Renderer = (code: string, message: string) => string;

const RENDERERS: Readonly<Record<ErrorFormat, Renderer>> = {
  json: (code, message) => JSON.stringify({ error: { code, message } }),
  xml: (code, message) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <error>\n    <code>${escapeMarkup(code)}</code>\n` +
    `    <message>${escapeMarkup(message)}</message>\n  </error>\n</response>\n`,
  csv: (code, message) => `Error Code,Error Message\r\n${quoteCsv(code)},${quoteCsv(message)}\r\n`,
  html: (code, message) =>
    `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escapeMarkup(code)}</title></head>\n` +
    `<body><h1>${escapeMarkup(code)}</h1><p>${escapeMarkup(message)}</p></body>\n</html>\n`,
};

/** Renders a gateway error in the negotiated format (gateway.23). */
export function gatewayErrorBody(code: GatewayErrorCode, { format, mediaType }: NegotiatedFormat): ErrorBody {
  return { contentType: `${mediaType}; charset=utf-8`, body: RENDERERS[format](code, GATEWAY_ERRORS[code].message) };
}

function quoteCsv(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
