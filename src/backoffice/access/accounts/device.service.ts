import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { digestOf, isSecret, newSecret } from '../../../identity/secret.js';
import { StaffDeviceEntity } from '../../../store/entities/staff-device.entity.js';
import type { Transaction } from '../../../store/store.js';

/** Header with what a device was given at a sign-in, in that response and in its later sign-ins. */
export const DEVICE = 'X-Device';

/** A device that was not signed in from for so long is a stranger again. */
export const DEVICE_TTL_MS = 180 * 24 * 3_600_000;
const MAX_PER_USER = 10;

/** Devices that a user signed in from. What one was given proves that; it opens nothing by itself. Only its SHA-256 is kept. */
@Injectable()
export class DeviceService {
  constructor(private readonly clock: Clock) {}

  /** For a condition on `staff_device`: the hash of what was presented, of nothing too, and since when a device must have been used. */
  conditions(presented: string | undefined): readonly [tokenHash: Buffer, usedSince: Date] {
    return [digestOf(presented ?? ''), new Date(this.clock.now().getTime() - DEVICE_TTL_MS)];
  }

  /** Notes a sign-in from the device `deviceId` that presented its secret. Returns what it goes on with: that, or the new one of a new device. */
  async keep(tx: Transaction, userId: number, deviceId: number | null, presented: string | undefined): Promise<string> {
    if (deviceId === null || presented === undefined || !isSecret(presented)) return this.add(tx, userId);
    const { affected } = await tx.manager.update(StaffDeviceEntity, { id: deviceId }, { lastUsedAt: this.clock.now() });
    return affected === 1 ? presented : this.add(tx, userId);
  }

  /** A user's devices that never came back are dropped first: programs without cookies must not push out the owner's. */
  async add(tx: Transaction, userId: number): Promise<string> {
    const secret = newSecret();
    const now = this.clock.now();
    const device = tx.manager.create(StaffDeviceEntity, { userId, tokenHash: digestOf(secret), createdAt: now, lastUsedAt: now });
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

/** The user's known devices count as strangers from now on. */
export async function forgetDevicesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.manager.delete(StaffDeviceEntity, { userId });
}
