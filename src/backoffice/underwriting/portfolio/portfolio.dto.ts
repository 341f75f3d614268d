import { OmitType } from '@nestjs/swagger';
import { PageResponseOf } from '../../common/page.dto.js';
import { StaffApplicationRowResponse } from '../applications/staff-application.dto.js';

export class PortfolioRowResponse extends OmitType(StaffApplicationRowResponse, ['assignee']) {}

export class PortfolioPageResponse extends PageResponseOf(PortfolioRowResponse) {}
