import {
  Afm,
  Amka,
  Email,
  IntegerBetween,
  IsoDate,
  ListOf,
  OneOf,
  Postcode,
  Required,
  TextUpTo,
} from '../../common/validation/decorators.js';
import { RequiredOfIndividuals } from '../../record/core/parties/person.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';

export const MAX_CONSENTS = 50;

export class FirePersonDto {
  /** Person type, from `GET /parameters-api/personTypes`; decides the required fields. @example '1' */
  @Required()
  @CodeOf('personTypes')
  person_type_code: string;

  /** Surname, or name of the company. @example 'Παπαδοπούλου' */
  @Required()
  @TextUpTo(100)
  last_name: string;

  /** First name; individuals only. @example 'Μαρία' */
  @RequiredOfIndividuals('person_type_code')
  @TextUpTo(60)
  first_name?: string;

  /** Father's name; individuals only. @example 'Γεώργιος' */
  @RequiredOfIndividuals('person_type_code')
  @TextUpTo(60)
  father_name?: string;

  /** Date of birth; individuals only. @example '1980-05-14' */
  @RequiredOfIndividuals('person_type_code')
  @IsoDate()
  birth_date?: string;

  /** Gender, from `GET /parameters-api/genders`; individuals only. @example '2' */
  @RequiredOfIndividuals('person_type_code')
  @CodeOf('genders')
  gender_code?: string;

  /** Occupation, from `GET /parameters-api/jobs`. @example '2310' */
  @CodeOf('jobs')
  job_code?: string;

  /** Street and number. @example 'Λεωφόρος Κηφισίας 100' */
  @Required()
  @TextUpTo(120)
  address: string;

  /** City. @example 'Αθήνα' */
  @Required()
  @TextUpTo(60)
  city: string;

  /** Postcode, 5 digits. @example '11527' */
  @Required()
  @Postcode()
  post_code: string;

  /** Landline. @example '2101234567' */
  @TextUpTo(30)
  phone?: string;

  /** Mobile phone. @example '6912345678' */
  @TextUpTo(30)
  mobile?: string;

  /** E-mail address. @example 'maria@example.gr' */
  @Email()
  email?: string;

  /** Tax number (AFM). @example '123456783' */
  @Required()
  @Afm()
  afm: string;

  /** Tax office, from `GET /parameters-api/doy`. @example '1101' */
  @Required()
  @CodeOf('doy')
  doy_code: string;

  /** Number of the identity card. @example 'ΑΒ123456' */
  @TextUpTo(20)
  identity_number?: string;

  /** Date of issue of the identity card. @example '2010-03-01' */
  @IsoDate()
  identity_date?: string;

  /** Social security number (AMKA), which must agree with the date of birth. @example '14058001202' */
  @Amka('birth_date')
  amka?: string;

  /** Number of the passport. @example 'AE1234567' */
  @TextUpTo(20)
  passport?: string;

  /** Nationality, from `GET /parameters-api/nationalities`. @example 'GR' */
  @Required()
  @CodeOf('nationalities')
  citizenship: string;
}

export class FireConsentDto {
  /** Group of the consent, from `GET /parameters-api/marketing/consents`. @example 1 */
  @Required()
  @IntegerBetween(0, 999_999)
  master_id: number;

  /** Id within the group. Codes: `GET /parameters-api/marketing/consents`. @example 101 */
  @Required()
  @IntegerBetween(0, 999_999)
  id: number;

  /** '0' no, '1' yes. @example '0' */
  @Required()
  @OneOf(['0', '1'])
  answer: string;
}

export class FireClientDto extends FirePersonDto {
  /** Answers to all marketing consents; a missing one leaves the application in status 00. */
  @ListOf(() => FireConsentDto, MAX_CONSENTS)
  consents?: FireConsentDto[];
}

export class FireCoOwnerDto extends FirePersonDto {
  /** Id of a co-owner to update; absent for a new one. @example 103 */
  @IntegerBetween(1, Number.MAX_SAFE_INTEGER)
  co_owner_id?: number;
}
