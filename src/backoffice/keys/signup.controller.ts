import { Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ChangesState, JsonBody } from '../../gateway/handler/decorators.js';
import { BackofficeController, CurrentVisitor, Keyless } from '../access/decorators.js';
import type { Visitor } from '../access/staff-caller.js';
import { SignedUpResponse, SignupRequest, VerificationQueryDto, VerifiedResponse } from './signup.dto.js';
import { SignupService } from './signup.service.js';

@BackofficeController('signup')
export class SignupController {
  constructor(private readonly signup: SignupService) {}

  /** Ask for a key. It is shown in this response and never again, and is of no use until the mailed link is followed. */
  @Post()
  @Keyless()
  @HttpCode(HttpStatus.ACCEPTED)
  signUp(@CurrentVisitor() visitor: Visitor, @JsonBody() body: SignupRequest): Promise<SignedUpResponse> {
    return this.signup.signUp(visitor, body);
  }

  /** Follow the mailed link: the key becomes active, in the sandbox only. */
  @Get('verify')
  @Keyless()
  @ChangesState()
  verifySignup(@CurrentVisitor() visitor: Visitor, @Query() { token }: VerificationQueryDto): Promise<VerifiedResponse> {
    return this.signup.verify(visitor, token);
  }
}
