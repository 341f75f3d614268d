import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { hashSecret, isSecret, createKeySecret } from '../../../identity/secret.js';
import { StaffDeviceEntity } from '../../../store/entities/app-user.entity.js';
import type { Transaction } from '../../../store/store.js';

/** Header with the secret of a device, in responses to sign-ins and in later sign-ins. */
export const DEVICE = 'X-Device';

export const DEVICE_HEADER = {
  description: 'Secret that identifies this device at later sign-ins, for 180 days from the last; it gives no access.',
  schema: { type: 'string', example: 'Qw7eRt2yUi9oPa4sDf6gHj1kLz8xCv3bNm5TqWzX' },
} as const;

export const DEVICE_TTL_MS = 180 * 24 * 3_600_000;
const MAX_PER_USER = 10;

export function buildDeviceConditions(presented: string | undefined, at: Date): readonly [tokenHash: Buffer, usedSince: Date] {
  return [hashSecret(presented ?? ''), new Date(at.getTime() - DEVICE_TTL_MS)];
}

/** A secret gives no access; only its SHA-256 is stored. */
@Injectable()
export class DeviceService {
  constructor(private readonly clock: Clock) {}

  async save(tx: Transaction, userId: number, deviceId: number | null, presented: string | undefined): Promise<string> {
    if (deviceId === null || presented === undefined || !isSecret(presented)) return this.add(tx, userId);
    const { affected } = await tx.manager.update(StaffDeviceEntity, { id: deviceId }, { lastUsedAt: this.clock.now() });
    return affected === 1 ? presented : this.add(tx, userId);
  }

  /** Adds a device. Beyond the limit, devices with a single sign-in are deleted first: programs create many of them. */
  async add(tx: Transaction, userId: number): Promise<string> {
    const secret = createKeySecret();
    const now = this.clock.now();
    const device = tx.manager.create(StaffDeviceEntity, { userId, tokenHash: hashSecret(secret), createdAt: now, lastUsedAt: now });
    await tx.manager.insert(StaffDeviceEntity, device);
    await tx.query(
      `DELETE FROM staff_device WHERE user_id = $1 AND id <> $2 AND id NOT IN
         (SELECT id FROM staff_device WHERE user_id = $1 AND id <> $2
          ORDER BY last_used_at > created_at DESC, last_used_at DESC, id DESC LIMIT ${MAX_PER_USER - 1})`,
      [userId, device.id],
    );
    return secret;
  }
}

export async function deleteDevicesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.manager.delete(StaffDeviceEntity, { userId });
}
