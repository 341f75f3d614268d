import { Global, Module } from '@nestjs/common';
import { Forwarded } from '../../gateway/access/forwarded.js';
import { KeylessLimiter } from './keyless-limiter.js';
import { SessionService } from '../../identity/session.service.js';

/** What the staff guard asks for: every module with a `@BackofficeController` makes a guard of its own. */
@Global()
@Module({ providers: [Forwarded, KeylessLimiter, SessionService], exports: [Forwarded, KeylessLimiter, SessionService] })
export class BackofficeAccessModule {}
