import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { getEndOfDay, parseLocalDate, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import type { Text } from '../../../common/language.js';
import { runAfterCommit, type Writer } from '../../../common/unit-of-work.js';
import { createKeySecret, hashSecret, isSameDigest, isSecret } from '../../../identity/secret.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord, AuditWriter } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import {
  assertPurpose,
  buildLinkRefusal,
  CODE_MINUTES,
  getLinkState,
  LINK_DAYS,
  MAX_FAILURES,
  MAX_LINK_DAYS,
  PROOF_SECONDS,
  type CustomerLink,
  type LinkPurpose,
  type OpenLink,
} from './customer-link.js';
import { CustomerLinkRepository } from './customer-link.repository.js';
import { CustomerMailer } from './customer-mailer.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECRET_BYTES = 32;
const CODE_DIGITS = 6;
const AFM_DIGITS = 4;

export interface NewLinkRequest {
  readonly purpose: LinkPurpose;
  readonly lastDay: LocalDate | null;
  readonly isMailed: boolean;
}

export interface LinkCreator extends Writer, OperationContext {
  readonly name: string;
  readonly audit: AuditWriter;
  readonly root: string;
}

export interface CreatedLink {
  readonly link: CustomerLink;
  readonly url: string;
  /** Masked; null when it was not mailed. */
  readonly sentTo: string | null;
}

export interface LinkVisit extends Writer, OperationContext {
  readonly link: OpenLink;
}

export interface MailedCode {
  readonly sentTo: string;
  /** Set only in the sandbox, where nothing is mailed. */
  readonly code: string | null;
}

/** Links by which customers act without an account (customer.30). */
@Injectable()
export class CustomerLinkService {
  constructor(
    private readonly store: Store,
    private readonly repository: CustomerLinkRepository,
    private readonly applications: ApplicationService,
    private readonly agentClocks: AgentClocks,
    private readonly mailer: CustomerMailer,
  ) {}

  /** @throws DomainError NOT_ALLOWED_IN_STATUS, INVALID, BAD_DATE, LIMIT_REACHED, REQUIRED */
  async create(maker: LinkCreator, application: ApplicationRecord, { purpose, lastDay, isMailed }: NewLinkRequest): Promise<CreatedLink> {
    const { at, name, audit, root } = await this.agentClocks.applyClock(maker, application.agentCode);
    assertPurpose(purpose, application, at);
    const end = lastDay === null ? new Date(at.getTime() + LINK_DAYS * DAY_MS) : getEndOfDay(parseLocalDate(lastDay) ?? lastDay);
    if (end <= at || end.getTime() > at.getTime() + MAX_LINK_DAYS * DAY_MS) throw buildBadEnd();
    const address = isMailed ? await this.mailer.getAddress(maker.environment, application) : null;
    const token = createKeySecret();
    const link = await this.store.transaction(maker, async (tx) => {
      const inserted = await this.repository.insertLink(tx, {
        applicationId: application.id,
        purpose,
        tokenHash: hashSecret(token),
        secret: randomBytes(SECRET_BYTES),
        expiresAt: end,
        createdBy: name,
        createdAt: at,
      });
      if (!inserted) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
      await audit(tx, { link: inserted.id, purpose, expiresAt: end.toISOString() });
      return inserted;
    });
    if (address !== null) await this.mail(maker, address, link, token);
    return { link, url: `${root}/c/${token}`, sentTo: address && maskAddress(address) };
  }

  private async mail(maker: LinkCreator, address: string, link: CustomerLink, token: string): Promise<void> {
    const send = (): Promise<void> => this.mailer.sendLink(maker.environment, address, link, token);
    if (maker.unitOfWork) runAfterCommit(maker, () => void send().catch(() => undefined));
    else await send();
  }

  list(where: Environment | Writer, applicationId: number): Promise<CustomerLink[]> {
    return this.repository.listLinks(where, applicationId);
  }

  async withdraw(
    maker: Omit<LinkCreator, 'root'>,
    { id: applicationId, agentCode }: Pick<ApplicationRecord, 'id' | 'agentCode'>,
    idText: string,
  ): Promise<CustomerLink> {
    const { at, name, audit } = await this.agentClocks.applyClock(maker, agentCode);
    return this.store.transaction(maker, async (tx) => {
      const link = await this.repository.withdrawLink(tx, { id: parseObjectId(idText) ?? 0, applicationId }, at, name);
      if (!link) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: NO_LINK });
      await audit(tx, { link: link.id, isWithdrawn: true });
      return link;
    });
  }

  async open<V extends Writer & OperationContext>(visitor: V, token: string): Promise<(V & LinkVisit) | null> {
    if (!isSecret(token)) return null;
    const link = await this.repository.findLink(visitor.environment, hashSecret(token));
    if (!link) return null;
    const visit = await this.agentClocks.applyClock({ ...visitor, link }, link.agentCode);
    return getLinkState(link, visit.at) === 'open' ? visit : null;
  }

  /** Returns the proof for further calls. @throws DomainError INVALID; TOKEN_REFUSED at the last wrong attempt */
  async confirm(visit: LinkVisit, token: string, digits: string): Promise<string> {
    const { link } = visit;
    const { clientAfm } = await this.applications.getAnyApplication(visit, String(link.applicationId));
    const isRight = isSameDigest(hashSecret(digits), hashSecret(clientAfm.slice(-AFM_DIGITS)));
    const failures = await this.store.transaction(visit, (tx) => this.repository.countAttempt(tx, link.id, !isRight));
    if (failures === null || failures >= MAX_FAILURES) throw buildLinkRefusal();
    if (!isRight) throw buildWrong('digits', MAX_FAILURES - failures);
    return buildProof(link, token, Math.floor(visit.at.getTime() / 1000) + PROOF_SECONDS);
  }

  isProof({ link, at }: LinkVisit, token: string, proof: string | null): boolean {
    const [, ends] = /^(\d{1,12})\./.exec(proof ?? '') ?? [];
    if (proof === null || ends === undefined || Number(ends) * 1000 <= at.getTime()) return false;
    return isSameDigest(Buffer.from(proof), Buffer.from(buildProof(link, token, Number(ends))));
  }

  /** @throws DomainError REQUIRED without an address, LIMIT_REACHED */
  async sendCode(visit: LinkVisit): Promise<MailedCode> {
    const { link, at, environment } = visit;
    const application = await this.applications.getAnyApplication(visit, String(link.applicationId));
    assertPurpose(link.purpose, application, at);
    const address = await this.mailer.getAddress(environment, application);
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const expiresAt = new Date(at.getTime() + CODE_MINUTES * MINUTE_MS);
    const isSaved = await this.store.transaction(visit, (tx) => this.repository.saveCode(tx, link.id, hashSecret(code), expiresAt));
    if (!isSaved) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY_CODES });
    await this.mailer.sendCode(environment, address, code);
    return { sentTo: maskAddress(address), code: environment === 'sandbox' ? code : null };
  }

  /** @throws DomainError INVALID for a wrong or old code, TOKEN_REFUSED at the last wrong attempt */
  async assertCode(visit: LinkVisit, code: string): Promise<void> {
    const isRight = await this.store.transaction(visit, (tx) =>
      this.repository.checkCode(tx, visit.link.id, hashSecret(code.trim()), visit.at),
    );
    if (isRight === null) throw buildLinkRefusal();
    if (!isRight) throw buildWrong('code');
  }
}

function buildProof({ secret }: OpenLink, token: string, ends: number): string {
  return `${ends}.${createHmac('sha256', secret).update(`${token} ${ends}`).digest('base64url')}`;
}

export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/u, '$1…');
}

function buildWrong(path: 'digits' | 'code', left?: number): DomainError {
  const text =
    path === 'code'
      ? { el: 'Ο κωδικός δεν είναι σωστός ή έχει λήξει.', en: 'The code is wrong or has expired.' }
      : { el: `Τα ψηφία δεν είναι σωστά. Απομένουν προσπάθειες: ${left}.`, en: `The digits are wrong. Attempts left: ${left}.` };
  return DomainError.ofViolations([{ path, code: ErrorCode.INVALID, text }]);
}

function buildBadEnd(): DomainError {
  const text = {
    el: `Ο σύνδεσμος ισχύει έως ${MAX_LINK_DAYS} ημέρες από τώρα.`,
    en: `A link is valid for at most ${MAX_LINK_DAYS} days from now.`,
  };
  return DomainError.ofViolations([{ path: 'expires', code: ErrorCode.BAD_DATE, text }]);
}

const TOO_MANY: Text = {
  el: 'Η υπόθεση έχει ήδη πολλούς συνδέσμους σε ισχύ. Ανακαλέστε όσους δεν χρειάζονται.',
  en: 'The application has too many valid links already. Withdraw those that are not needed.',
};
const TOO_MANY_CODES: Text = {
  el: 'Στάλθηκαν ήδη πολλοί κωδικοί. Ζητήστε νέο σύνδεσμο.',
  en: 'Too many codes were sent already. Ask for a new link.',
};
const NO_LINK: Text = { el: 'Ο σύνδεσμος δεν βρέθηκε.', en: 'The link was not found.' };
