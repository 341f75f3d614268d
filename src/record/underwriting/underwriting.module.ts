import { Module } from '@nestjs/common';
import { LinesModule } from '../lines/lines.module.js';
import { Underwriting } from './underwriting.js';

@Module({ imports: [LinesModule], providers: [Underwriting], exports: [Underwriting] })
export class UnderwritingModule {}
