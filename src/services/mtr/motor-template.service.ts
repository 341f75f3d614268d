import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, type LocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { randomPlate } from '../../common/plate.js';
import { AgentService } from '../../record/money/agents/agent.service.js';
import { newRecord } from '../../record/core/applications/application.repository.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorCalculator } from './motor-calculator.js';
import type { MotorPersonResponse } from './motor-response.dto.js';
import type { MotorApplicationTemplateResponse, MotorTemplatePersonResponse } from './motor-template.dto.js';

const DAYS_AHEAD = 7;
const NONE_YET = 0;
const MODEL = '1990080';

const CLIENT: MotorPerson = {
  id: NONE_YET,
  personTypeCode: '1',
  lastName: 'Παπαδοπούλου',
  firstName: 'Μαρία',
  fathersName: 'Γεώργιος',
  birthdate: '1986-05-14',
  genderCode: '2',
  jobCode: '2310',
  addressStreet: 'Λεωφόρος Κηφισίας 100',
  addressCity: 'Αθήνα',
  addressPostcode: '11526',
  phone: '2101234567',
  mobile: '6912345678',
  email: 'maria@example.gr',
  afm: '123456783',
  doyCode: '1101',
  citizenship: 'GR',
  identityNo: 'ΑΒ123456',
  identityDate: '2010-03-01',
  amka: '14058601239',
  passport: 'AE1234567',
  licenceType: 'B',
  licenceDate: '2005-06-01',
};

/** Creates a car in Athens with the basic bundle, to start in a week. A random plate allows several to be issued. */
export function createTemplateQuestionnaire(today: LocalDate, lists: ReferenceLists): MotorQuestionnaire {
  const model = lists.item('vehicleModels', MODEL);
  const make = model && lists.item('vehicleMakes', model.makeCode);
  return {
    policyStartDate: addDays(today, DAYS_AHEAD),
    payFrequencyInMonths: 12,
    bundleCode: 'B1',
    extraCovers: '',
    discountCodes: '',
    deductible: 500,
    usageCode: '01',
    usageSubcode: '0101',
    plateNo: randomPlate(),
    regionPostcode: '11527',
    makeCode: model?.makeCode,
    modelCode: MODEL,
    factoryName: make?.title,
    frameNumber: 'VNKKBAC3X0A000001',
    vehicleSeats: 5,
    engineCc: model?.engineCc,
    powerInKw: model?.powerKw,
    taxableHp: model?.taxableHp,
    fuelType: model?.fuelCode,
    autonomousType: '0',
    leaseType: '0',
    manufactureYear: 2021,
    firstRegistrationDate: '2021-03-05',
    insuredValue: 14000,
    bonusMalus: 10,
    driverName: 'Μαρία Παπαδοπούλου',
    driverBirthYear: 1986,
    driverLicenceType: 'B',
    driverLicenceDate: '2005-06-01',
    drivers: [],
    contactwayCode: '01',
    comments: '',
    swappableCovers: [],
    client: CLIENT,
    insured: CLIENT,
  };
}

/** Prices a complete sample application without storing it (motor.12). */
@Injectable()
export class MotorTemplateService {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly mapper: MotorApplicationMapper,
    private readonly agents: AgentService,
  ) {}

  async create(caller: UserCaller): Promise<MotorApplicationTemplateResponse> {
    const { environment, user } = caller;
    const agent = await this.agents.find(environment, user.agentCode);
    const questionnaire = {
      ...createTemplateQuestionnaire(toLocalDate(caller.at), this.calculator.lists),
      agentTitles: { agent: agent?.name },
    };
    const { status, fields } = this.calculator.calculate(caller, questionnaire, null);
    const { plateNo = null } = questionnaire;
    const numbers = { id: NONE_YET, applicationNo: '' };
    const draft = { ...numbers, line: 'motor' as const, status, agentCode: user.agentCode, plateNo, questionnaire, ...fields };
    const entity = this.mapper.toResponse(newRecord<'motor'>(draft, caller.at), caller);
    return {
      ...entity,
      id: null,
      applicationNo: null,
      applicationDate: null,
      version: null,
      links: [],
      client: withoutId(entity.client),
      insured: withoutId(entity.insured),
    };
  }
}

function withoutId(person: MotorPersonResponse): MotorTemplatePersonResponse {
  return { ...person, id: null };
}
