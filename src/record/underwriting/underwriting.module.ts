import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { Underwriting } from './underwriting.js';

@Module({ imports: [ApplicationsModule], providers: [Underwriting], exports: [Underwriting] })
export class UnderwritingModule {}
