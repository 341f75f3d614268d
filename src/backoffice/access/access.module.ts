import { Global, Module } from '@nestjs/common';
import { Forwarded } from '../../gateway/edge/forwarded.js';
import { KeylessLimiter } from './keyless-limiter.js';
import { Sessions } from './sessions.js';

/** What the staff guard asks for: every module with a `@BackofficeController` makes a guard of its own. */
@Global()
@Module({ providers: [Forwarded, KeylessLimiter, Sessions], exports: [Forwarded, KeylessLimiter, Sessions] })
export class BackofficeAccessModule {}
