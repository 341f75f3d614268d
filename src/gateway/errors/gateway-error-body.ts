import { GATEWAY_ERRORS, type GatewayErrorCode } from './gateway-error.js';

export interface ErrorBody {
  readonly contentType: string;
  readonly body: string;
}

type Renderer = (code: GatewayErrorCode, message: string) => ErrorBody;

const renderJson: Renderer = (code, message) => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ error: { code, message } }),
});

/**
 * The body of a gateway error (spec §7). Its format follows the request's; JSON is the one for every request that asks for nothing
 * else, and this the one place that chooses.
 */
export function gatewayErrorBody(code: GatewayErrorCode): ErrorBody {
  return renderJson(code, GATEWAY_ERRORS[code].message);
}
