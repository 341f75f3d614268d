import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Holder } from '../../common/bulkhead.js';
import type { Environment } from '../../common/environment.js';
import { OwnerShares } from '../../store/redis/owner-shares.js';
import { Config } from '../../config/config.js';
import { getCall } from '../call/call.js';
import { ReceivedFile, type FileLimit } from './received-file.js';

@Injectable()
export class Uploads implements OnModuleInit {
  private readonly folder: string;

  constructor(
    { dataDir }: Config,
    private readonly shares: OwnerShares,
  ) {
    this.folder = join(dataDir, 'uploads');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  async receive<T>(
    request: IncomingMessage,
    holder: Holder<Environment | 'staff'>,
    limit: FileLimit,
    work: (file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    const leave = await this.shares.enter('uploads', holder);
    try {
      const file = await ReceivedFile.receive(request, this.folder, limit);
      getCall(request).uploadSha256 = file.sha256;
      try {
        return await work(file);
      } finally {
        await file.discard();
      }
    } finally {
      leave();
    }
  }
}
