import { Module } from '@nestjs/common';
import { ParameterRepository } from './parameter.repository.js';
import { ParameterVersionService } from './parameter-version.service.js';

/** The lists themselves need no injection (`referenceLists`, `listAnswers`); this keeps them up to date, and has a start fail on a bad one. */
@Module({ providers: [ParameterRepository, ParameterVersionService] })
export class ReferenceModule {}
