import { Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ChangesState, JsonBody } from '../../gateway/decorators.js';
import { BackofficeController, CurrentVisitor, Keyless } from '../access/decorators.js';
import type { Visitor } from '../access/staff-caller.js';
import { SignedUpDto, SignupDto, VerificationQueryDto, VerifiedDto } from './signup.dto.js';
import { Signup } from './signup.js';

@BackofficeController('signup')
export class SignupController {
  constructor(private readonly signup: Signup) {}

  /** Ask for a key. It is shown in this response and never again, and is of no use until the mailed link is followed. */
  @Post()
  @Keyless()
  @HttpCode(HttpStatus.ACCEPTED)
  signUp(@CurrentVisitor() visitor: Visitor, @JsonBody() body: SignupDto): Promise<SignedUpDto> {
    return this.signup.signUp(visitor, body);
  }

  /** Follow the mailed link: the key becomes active, in the sandbox only. */
  @Get('verify')
  @Keyless()
  @ChangesState()
  verifySignup(@CurrentVisitor() visitor: Visitor, @Query() { token }: VerificationQueryDto): Promise<VerifiedDto> {
    return this.signup.verify(visitor, token);
  }
}
