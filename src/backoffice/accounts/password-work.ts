import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { hashPassword, isPassword } from '../users/passwords.js';

/** Of the four threads that files, names and compression use too. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 60;

/** Hashes passwords off the event loop, few at a time: strangers who try passwords must not take the threads from everybody else. */
@Injectable()
export class PasswordWork {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** As `hashPassword`. @throws DomainError UNAVAILABLE when too many wait */
  hash(password: string): Promise<string> {
    return this.run(() => hashPassword(password));
  }

  /** As `isPassword`: without a stored one it takes as long. @throws DomainError UNAVAILABLE when too many wait */
  verify(password: string, stored: string | null): Promise<boolean> {
    return this.run(() => isPassword(password, stored));
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < MAX_AT_ONCE) this.running += 1;
    else await this.queue();
    try {
      return await work();
    } finally {
      // The place is handed on, not given up and taken again.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private queue(): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new DomainError(ErrorCode.UNAVAILABLE));
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
