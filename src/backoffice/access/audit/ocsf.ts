import type { LinkedEntry } from './audit-chain.repository.js';

const API_ACTIVITY = 6003;
const APPLICATION_ACTIVITY = 6;
const INFORMATIONAL = 1;
const OTHER = 99;
/** Activities of the class "API Activity": 1 creates, 3 updates, 4 deletes. */
const ACTIVITIES: Readonly<Record<string, number>> = { create: 1, change: 3, delete: 4, erase: 4 };

export function formatOcsf(entry: LinkedEntry): string {
  const { id, at, position, hash, actorId, actor, role, action, subjectType, subjectId, address, requestId, environment, details } = entry;
  const activity = ACTIVITIES[action] ?? OTHER;
  return JSON.stringify({
    class_uid: API_ACTIVITY,
    category_uid: APPLICATION_ACTIVITY,
    activity_id: activity,
    type_uid: API_ACTIVITY * 100 + activity,
    severity_id: INFORMATIONAL,
    time: at.getTime(),
    metadata: {
      version: '1.3.0',
      product: { name: 'insurance-gateway' },
      uid: String(id),
      sequence: position,
      correlation_uid: requestId ?? undefined,
    },
    actor: { user: { uid: actorId === null ? undefined : String(actorId), name: actor, type: role ?? undefined } },
    api: { operation: `${action} ${subjectType}` },
    src_endpoint: address === null ? undefined : { ip: address },
    resources: [{ type: subjectType, uid: subjectId, namespace: environment ?? undefined }],
    unmapped: { details, hash: hash.toString('hex') },
  });
}
