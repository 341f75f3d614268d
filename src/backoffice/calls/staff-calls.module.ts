import { Module } from '@nestjs/common';
import { CallSearchRepository } from '../../gateway/observability/call-search.repository.js';
import { StaffCallsController } from './calls.controller.js';

/** The request log for administrators. */
@Module({ controllers: [StaffCallsController], providers: [CallSearchRepository] })
export class StaffCallsModule {}
