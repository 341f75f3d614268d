import { Module } from '@nestjs/common';
import { KeptResponseService } from './kept-response.service.js';

@Module({ providers: [KeptResponseService], exports: [KeptResponseService] })
export class KeptResponsesModule {}
