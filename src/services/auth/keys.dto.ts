import { IntegerBetween } from '../../common/validation/decorators.js';
import { MAX_OWN_OVERLAP_HOURS } from '../../config/config.js';

export class OwnKeyRotationRequest {
  /** Hours for which the old key stays valid, 0 to 168; absent: as configured, usually 24. @example 24 */
  @IntegerBetween(0, MAX_OWN_OVERLAP_HOURS)
  overlap_hours?: number | null;
}

export class RotatedKeyResponse {
  /** New secret for `X-Api-Key`; absent in repeated responses. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  api_key?: string;
  /** First six characters of the new key, as logs show them. @example "Vd81uL" */
  key_prefix: string;
  /** When the new key expires, UTC; null: it does not expire. @example "2027-11-20T10:30:00.000Z" */
  expires_at: string | null;
  /** First six characters of the old key. @example "k3Jq8Z" */
  previous_key_prefix: string;
  /** When the old key stops working, UTC. @example "2026-11-21T10:30:00.000Z" */
  previous_expires_at: string;
}
