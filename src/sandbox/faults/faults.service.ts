import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Call } from '../../gateway/call/call.js';
import { TEST_FAULT } from '../../gateway/call/headers.js';
import { isKeyRequired } from '../../gateway/call/route-rules.js';
import type { TestFault, TestFaultSource } from '../../gateway/faults/test-fault.interceptor.js';
import { listControllerRoutes, getRouteName } from '../../gateway/handler/controller-routes.js';
import { Store } from '../../store/store.js';
import { type ArmedFault, ArmedFaultRepository, MAX_ARMED } from './armed-fault.repository.js';
import { normalizeRoute, listRouteNames, parseFault, NO_FAULT_NAME } from './fault-route.js';

const NO_ROUTE = {
  el: 'Η διαδρομή δεν υπάρχει. Γράψτε την όπως στην τεκμηρίωση του API, ή μόνο την αρχή της έως μια κάθετο, με ή χωρίς μέθοδο.',
  en: 'Unknown route. Write the path as in the API document, or its beginning up to a slash, with or without the method.',
};
const TOO_MANY = {
  el: `Περιμένουν ήδη ${MAX_ARMED} σφάλματα.`,
  en: `${MAX_ARMED} faults are armed already.`,
};

/** Finds a fault by its header, or among the armed ones (sandbox.17 to sandbox.20). */
@Injectable()
export class FaultsService implements TestFaultSource {
  constructor(
    private readonly store: Store,
    private readonly armed: ArmedFaultRepository,
    private readonly modules: ModulesContainer,
  ) {}

  list({ user }: UserCaller): Promise<ArmedFault[]> {
    return this.armed.list(user.agentCode);
  }

  async arm(caller: UserCaller, fault: ArmedFault): Promise<void> {
    const { agentCode } = caller.user;
    if (fault.route !== null && !this.isRoute(fault.route))
      throw DomainError.ofViolations([{ path: 'route', code: ErrorCode.INVALID, text: NO_ROUTE }]);
    await this.store.transaction(caller, async (tx) => {
      if (!(await this.armed.arm(tx, agentCode, fault))) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
    });
  }

  disarm(caller: UserCaller): Promise<void> {
    return this.store.transaction(caller, (tx) => this.armed.disarm(tx, caller.user.agentCode));
  }

  faultOf({ caller, route }: Call, { headers }: Request): TestFault | null | Promise<TestFault | null> {
    const name = headers[TEST_FAULT.toLowerCase()];
    if (name !== undefined) return parseFault(String(name)) ?? refuseName();
    return caller!.clock?.hasArmedFaults === true ? this.claim(caller!.user!.agentCode, listRouteNames(route!)) : null;
  }

  private async claim(agentCode: string, routeNames: readonly string[]): Promise<TestFault | null> {
    const name = await this.armed.claim(agentCode, routeNames);
    return name === null ? null : parseFault(name);
  }

  private isRoute(name: string): boolean {
    const inForm = normalizeRoute(name);
    return listControllerRoutes(this.modules).some(
      (route) => isKeyRequired(route.rules) && !route.rules.isSandboxOnly && listRouteNames(getRouteName(route)).includes(inForm),
    );
  }
}

function refuseName(): never {
  throw DomainError.ofViolations([{ path: TEST_FAULT, code: ErrorCode.INVALID, text: NO_FAULT_NAME }]);
}
