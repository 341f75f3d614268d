import { Global, Module } from '@nestjs/common';
import { OwnerShares } from './owner-shares.js';
import { SharedLimits } from './shared-limits.js';

@Global()
@Module({ providers: [OwnerShares, SharedLimits], exports: [OwnerShares, SharedLimits] })
export class RedisModule {}
