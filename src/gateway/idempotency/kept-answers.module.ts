import { Module } from '@nestjs/common';
import { KeptAnswers } from './kept-answers.js';

@Module({ providers: [KeptAnswers], exports: [KeptAnswers] })
export class KeptAnswersModule {}
