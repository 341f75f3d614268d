import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import type { Letter } from '../../../record/core/letters/letter.js';
import { buildLetterFileName, LetterPrinter } from '../../../record/core/letters/letter-printer.js';
import { LetterService } from '../../../record/core/letters/letter.service.js';
import { LetterStopRepository, type LetterStopSubject } from '../../../record/core/letters/letter-stop.repository.js';
import { Store, type Transaction } from '../../../store/store.js';
import { AuditService, toAuditActor, type AuditEvent } from '../../access/audit/audit.service.js';
import { buildInvalidField, buildNotFound, parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { LetterListResponse, LetterMailRequest, LetterResponse, LetterStopRequest, LetterStopResponse } from './letters.dto.js';
import { toLetterResponse, toStopResponse } from './letters.mapper.js';

const NO_ADDRESS = { el: 'Δεν υπάρχει email. Δώστε διεύθυνση.', en: 'There is no e-mail address. Give one.' };
const OTHER_RECIPIENT = {
  el: 'Η ενημέρωση δανειστή στέλνεται μόνο στον δανειστή, και οι άλλες επιστολές στον πελάτη ή στον συνεργάτη.',
  en: 'A notice to a creditor is sent to the creditor alone, other letters to the client or the agent.',
};
const STOPPED = {
  el: 'Η αποστολή έχει διακοπεί για το συμβόλαιο ή τον πελάτη. Επαναφέρετέ την πρώτα.',
  en: 'Mails about the policy or to the client are stopped. Resume them first.',
};

@Injectable()
export class StaffLetterService {
  constructor(
    private readonly store: Store,
    private readonly applications: ApplicationService,
    private readonly letters: LetterService,
    private readonly printer: LetterPrinter,
    private readonly stops: LetterStopRepository,
    private readonly audit: AuditService,
  ) {}

  async list({ environment, language }: StaffCaller, idText: string): Promise<LetterListResponse> {
    const { id, clientAfm } = await this.applications.getAnyApplication(environment, idText);
    const [letters, stop, clientStop] = await Promise.all([
      this.letters.list(environment, id),
      this.stops.find(environment, { applicationId: id }),
      this.stops.findOfAfm(environment, clientAfm),
    ]);
    const items = letters.map((letter) => toLetterResponse(letter, language));
    return { stop: stop && toStopResponse(stop), clientStop: clientStop && toStopResponse(clientStop), items };
  }

  async print(staff: StaffCaller, idText: string, letterId: string): Promise<{ readonly fileName: string; readonly pdf: Buffer }> {
    const { environment, language, userId } = staff;
    const { application, letter } = await this.get(staff, idText, letterId);
    const { policyNo, applicationNo } = application;
    const pdf = await this.printer.print({ lane: 'staff', owner: userId }, environment, letter, { language, policyNo, applicationNo });
    return { fileName: buildLetterFileName(policyNo ?? applicationNo, letter.id), pdf };
  }

  async send(staff: StaffCaller, idText: string, letterId: string, { recipient, address }: LetterMailRequest): Promise<LetterResponse> {
    const { application, letter } = await this.get(staff, idText, letterId);
    if ((recipient === 'CREDITOR') !== (letter.kind === 'CREDITOR_NOTICE')) throw buildInvalidField('recipient', OTHER_RECIPIENT);
    const { id: applicationId, clientAfm } = application;
    const [stop, clientStop] = await Promise.all([
      this.stops.find(staff.environment, { applicationId }),
      this.stops.findOfAfm(staff.environment, clientAfm),
    ]);
    if (stop || (clientStop && recipient === 'CLIENT')) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: STOPPED });
    const to = address ?? (await this.letters.findAddress(staff.environment, application, recipient));
    if (to === null) throw buildInvalidField('address', NO_ADDRESS);
    await this.store.transaction(staff, async (tx) => {
      await this.letters.sendAgain(tx, staff, letter.id, { recipient, address: to, requestedBy: staff.name });
      await this.record(tx, staff, { action: 'send', subject: 'letter', id: letter.id, details: { applicationId, recipient } });
    });
    return toLetterResponse((await this.get(staff, idText, letterId)).letter, staff.language);
  }

  async stopApplication(staff: StaffCaller, idText: string, request: LetterStopRequest): Promise<LetterStopResponse> {
    const { id } = await this.applications.getAnyApplication(staff.environment, idText);
    return this.stop(staff, { applicationId: id }, request);
  }

  async resumeApplication(staff: StaffCaller, idText: string): Promise<void> {
    const { id } = await this.applications.getAnyApplication(staff.environment, idText);
    await this.resume(staff, { applicationId: id });
  }

  async getOfParty({ environment }: StaffCaller, partyId: number): Promise<LetterStopResponse> {
    const stop = await this.stops.find(environment, { partyId });
    if (stop === null) throw buildNotFound();
    return toStopResponse(stop);
  }

  stopParty(staff: StaffCaller, partyId: number, request: LetterStopRequest): Promise<LetterStopResponse> {
    return this.stop(staff, { partyId }, request);
  }

  async resumeParty(staff: StaffCaller, partyId: number): Promise<void> {
    await this.resume(staff, { partyId });
  }

  private async stop(staff: StaffCaller, subject: LetterStopSubject, { reason }: LetterStopRequest): Promise<LetterStopResponse> {
    const stop = { reason: reason.trim(), stoppedBy: staff.name, stoppedAt: staff.at };
    await this.store.transaction(staff, async (tx) => {
      const isNew = await this.stops.insert(tx, subject, stop);
      if (isNew) await this.record(tx, staff, { action: 'disable', subject: 'letter', ...toAudited(subject) });
    });
    const stored = await this.stops.find(staff, subject);
    if (stored === null) throw buildNotFound();
    return toStopResponse(stored);
  }

  private async resume(staff: StaffCaller, subject: LetterStopSubject): Promise<void> {
    await this.store.transaction(staff, async (tx) => {
      if (await this.stops.delete(tx, subject))
        await this.record(tx, staff, { action: 'enable', subject: 'letter', ...toAudited(subject) });
    });
  }

  private async get(staff: StaffCaller, idText: string, letterId: string): Promise<{ application: ApplicationRecord; letter: Letter }> {
    const application = await this.applications.getAnyApplication(staff, idText);
    const letter = await this.letters.find(staff, application.id, parseId(letterId));
    if (letter === null) throw buildNotFound();
    return { application, letter };
  }

  private record(tx: Transaction, staff: StaffCaller, event: Omit<AuditEvent, 'environment'>): Promise<void> {
    return this.audit.record(tx, toAuditActor(staff), { ...event, environment: staff.environment });
  }
}

function toAudited(subject: LetterStopSubject): Pick<AuditEvent, 'id' | 'details'> {
  return { id: 'partyId' in subject ? subject.partyId : subject.applicationId, details: { ...subject } };
}
