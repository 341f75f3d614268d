import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { callOf } from '../call/call.js';
import { ReceivedFile, type FileLimit } from './received-file.js';

/** Files under way at once; they lie on the disk, not in memory. */
const MOST_UPLOADS = 500;

/** Receives files: first the whole body, at the caller's pace and without a database connection, then what is done with it. */
@Injectable()
export class Uploads implements OnModuleInit {
  private readonly folder: string;
  private underWay = 0;

  constructor({ dataDir }: Config) {
    this.folder = join(dataDir, 'uploads');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /**
   * The file is gone when the work ends.
   * @throws DomainError `limit.tooLarge`, UNAVAILABLE
   * @throws ClientGoneError
   */
  async receive<T>(request: IncomingMessage, limit: FileLimit, work: (file: ReceivedFile) => Promise<T>): Promise<T> {
    if (this.underWay >= MOST_UPLOADS) throw new DomainError(ErrorCode.UNAVAILABLE);
    this.underWay += 1;
    try {
      const file = await ReceivedFile.receive(request, this.folder, limit);
      callOf(request).uploadSha256 = file.sha256;
      try {
        return await work(file);
      } finally {
        await file.discard();
      }
    } finally {
      this.underWay -= 1;
    }
  }
}
