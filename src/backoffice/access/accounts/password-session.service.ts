import { Injectable } from '@nestjs/common';
import type { SecondFactor, SessionKind } from '../../../identity/session.service.js';
import type { Transaction } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { BreakGlassService } from './break-glass.service.js';
import { DeviceService } from './device.service.js';
import { RecordedSessions, type SignedIn, type SignedInAccount } from './recorded-sessions.js';

interface SessionTerms {
  readonly kind: SessionKind;
  readonly deviceId: number | null;
  readonly device: string | undefined;
  readonly secondFactor?: SecondFactor;
}

@Injectable()
export class PasswordSessionService {
  constructor(
    private readonly sessions: RecordedSessions,
    private readonly devices: DeviceService,
    private readonly breakGlass: BreakGlassService,
  ) {}

  async open(
    tx: Transaction,
    visitor: Visitor,
    user: SignedInAccount,
    { kind, deviceId, device, ...proof }: SessionTerms,
  ): Promise<SignedIn> {
    const session = await this.sessions.open(tx, visitor, user, kind, proof);
    await this.breakGlass.record(tx, visitor, user, session.id);
    return { ...session, role: user.role, device: await this.devices.save(tx, user.id, deviceId, device) };
  }
}
