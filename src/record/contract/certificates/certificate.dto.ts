import { IsoDate, OneOf, Required } from '../../../common/validation/decorators.js';
import { CERTIFICATE_KINDS, type CertificateKind } from '../../core/documents/rendering/certificate-texts.js';

export class CertificateQuery {
  /** Kind: COVER of any policy, NATURAL_CATASTROPHE of a company's fire policy. @example 'COVER' */
  @Required()
  @OneOf(CERTIFICATE_KINDS)
  kind: CertificateKind;

  /** Day for which cover is certified; today when absent. @example '2027-03-15' */
  @IsoDate()
  on?: string;
}
