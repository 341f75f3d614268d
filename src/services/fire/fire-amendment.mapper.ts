import { isRecord } from '../../common/validation/checks.js';
import type { AmendmentResponse } from '../../record/contract/amendments/amendment.dto.js';
import { toSentAmendment } from '../../record/contract/amendments/amendment.mapper.js';
import type { SentAmendment } from '../../record/contract/amendments/amendment-reader.service.js';
import type { FireAmendmentRequest, FireAmendmentResponse } from './fire-amendment.dto.js';

export function toFireSentAmendment({ effective_date, received_on, is_loss_unknown, ...request }: FireAmendmentRequest): SentAmendment {
  return toSentAmendment({ ...request, effectiveDate: effective_date, receivedOn: received_on, isLossUnknown: is_loss_unknown });
}

export function toFireAmendmentResponse(response: AmendmentResponse): FireAmendmentResponse {
  return toSnakeCase(response) as FireAmendmentResponse;
}

function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [formatSnake(name), toSnakeCase(inner)]));
}

function formatSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
