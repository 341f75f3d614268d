import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';

/** Clients of the sandbox whose charges exceed the credit limit, whatever it is (sandbox.23). Where the sandbox is not served, nobody names any. */
@Injectable()
export class RefusedCredit {
  private afms: ReadonlySet<string> = new Set();

  refuse(afms: readonly string[]): void {
    this.afms = new Set(afms);
  }

  concerns(environment: Environment, clientAfm: string): boolean {
    return environment === 'sandbox' && this.afms.has(clientAfm);
  }
}
