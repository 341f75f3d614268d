import { Module } from '@nestjs/common';
import { LinesModule } from '../lines/lines.module.js';
import { UnderwritingService } from './underwriting.service.js';

@Module({ imports: [LinesModule], providers: [UnderwritingService], exports: [UnderwritingService] })
export class UnderwritingModule {}
