import { Afm, Amka, Email, IsoDate, Postcode, Required, TextUpTo } from '../../common/validation/decorators.js';
import { RequiredOfIndividuals } from '../../record/core/parties/person.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';

export class MotorPersonRequest {
  /** Person type, from `GET /mtr-api/resources/parameters/personTypeCode`; '1' when absent. @example '1' */
  @CodeOf('personTypes')
  personTypeCode?: string;

  /** Surname, or name of the company. @example 'Παπαδοπούλου' */
  @Required()
  @TextUpTo(100)
  lastName: string;

  /** First name; individuals only. @example 'Μαρία' */
  @RequiredOfIndividuals('personTypeCode')
  @TextUpTo(60)
  firstName?: string;

  /** Father's name; individuals only. @example 'Γεώργιος' */
  @TextUpTo(60)
  fathersName?: string;

  /** Date of birth; individuals only. @example '1980-05-14' */
  @RequiredOfIndividuals('personTypeCode')
  @IsoDate()
  birthdate?: string;

  /** Gender; individuals only. Codes: `GET /parameters-api/genders`. @example '2' */
  @CodeOf('genders')
  genderCode?: string;

  /** Occupation, from `GET /mtr-api/resources/parameters/jobCode`. @example '2310' */
  @CodeOf('jobs')
  jobCode?: string;

  /** Street and number. @example 'Λεωφόρος Κηφισίας 100' */
  @TextUpTo(120)
  addressStreet?: string;

  /** City. @example 'Αθήνα' */
  @TextUpTo(60)
  addressCity?: string;

  /** Postcode, 5 digits. @example '11526' */
  @Postcode()
  addressPostcode?: string;

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

  /** Tax office, from `GET /mtr-api/resources/parameters/doyCode`. @example '1101' */
  @CodeOf('doy')
  doyCode?: string;

  /** Number of the identity card. @example 'ΑΒ123456' */
  @TextUpTo(20)
  identityNo?: string;

  /** Date of issue of the identity card. @example '2010-03-01' */
  @IsoDate()
  identityDate?: string;

  /** Social security number (AMKA), which must agree with the date of birth. @example '14058001232' */
  @Amka('birthdate')
  amka?: string;

  /** Number of the passport. @example 'AE1234567' */
  @TextUpTo(20)
  passport?: string;

  /** Nationality, from `GET /mtr-api/resources/parameters/nationality`. @example 'GR' */
  @CodeOf('nationalities')
  citizenship?: string;

  /** Driving licence category, from `GET /mtr-api/resources/parameters/licenceType`. @example 'B' */
  @CodeOf('licenceTypes')
  licenceType?: string;

  /** Date of the driving licence. @example '2005-06-01' */
  @IsoDate()
  licenceDate?: string;
}
