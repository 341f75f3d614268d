import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';

/** An application and, once issued, the policy: its present state. Written by: every transition of an application. */
@Entity()
@Unique('application_application_no_key', ['applicationNo'])
@Unique('application_policy_no_key', ['policyNo'])
@Index('application_accept_by_idx', ['acceptBy'], { where: `status IN ('39', '12')` })
@Index('application_application_no_idx', ['applicationNo', 'id'])
@Index('application_client_afm_idx', ['clientAfm'])
@Index('application_client_search_idx', ['clientSearch'], { type: 'gin' })
@Index('application_end_date_idx', ['endDate', 'agentCode'], { where: `status IN ('50', '55')` })
@Index('application_pay_by_idx', ['payBy'], { where: `status = '45'` })
@Index('application_plate_no_idx', ['plateNo'], { where: 'plate_no IS NOT NULL' })
@Index('application_policy_no_idx', ['policyNo', 'id'], { where: 'policy_no IS NOT NULL' })
@Index('application_renewal_of_key', ['renewalOf'], { unique: true, where: `(renewal_of IS NOT NULL) AND (status NOT IN ('02', '70'))` })
@Index('application_created_at_id_idx', ['createdAt', 'id'])
@Index('application_end_date_id_idx', ['endDate', 'id'])
@Index('application_start_date_id_idx', ['startDate', 'id'])
@Index('application_status_id_idx', ['status', 'id'])
// Whose NULL come first cannot be said here.
@Index('application_gross_id_idx', { synchronize: false })
// Of agent, line and id, with the folded name, which is no part of its key: that cannot be said here.
@Index('application_agent_code_line_id_idx', { synchronize: false })
// Of the persons that it names beside the client: of an expression, which cannot be said here.
@Index('application_other_afms_idx', { synchronize: false })
// In the sandbox alone: what a reset deletes is found by them.
@Index('application_policy_document_id_idx', { synchronize: false })
@Index('application_renewal_of_idx', { synchronize: false })
@Index('application_renewed_by_idx', { synchronize: false })
@Check('application_accept_by_check', `(status NOT IN ('39', '12')) OR (accept_by IS NOT NULL)`)
@Check('application_dates_check', 'end_date > start_date')
@Check('application_frequency_check', 'pay_frequency_months IN (3, 6, 12)')
@Check('application_id_check', '(id >= 1) AND (id <= 9999999999)')
@Check(
  'application_issued_check',
  `(status NOT IN ('50', '55', '60', '65', '70')) OR ((policy_no IS NOT NULL) AND (issue_date IS NOT NULL))`,
)
@Check('application_line_check', `line IN ('fire', 'motor')`)
@Check('application_prepay_check', `(status <> '45') OR ((policy_no IS NOT NULL) AND (pay_by IS NOT NULL))`)
@Check('application_price_check', '((price IS NULL) = (gross IS NULL)) AND ((price IS NULL) = (tariff_version IS NULL))')
@Check(
  'application_priced_check',
  `(status NOT IN ('25', '01', '30', '11', '39', '12', '45', '50', '55', '60', '65', '70')) OR (price IS NOT NULL)`,
)
@Check('application_status_check', `status IN ('00', '01', '02', '11', '12', '25', '30', '31', '39', '45', '50', '55', '60', '65', '70')`)
@Check('application_unpriced_check', `(status <> '00') OR (price IS NULL)`)
@Check('application_version_check', 'version > 0')
export class ApplicationEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' }) id: number;
  @Column('text') line: string;
  @Column('text') applicationNo: string;
  @Column('text', { nullable: true }) policyNo: string | null;
  @Column('text') status: string;
  @Column('text') agentCode: string;
  @Column('date') startDate: string;
  @Column('date') endDate: string;
  @Column('date', { nullable: true }) issueDate: string | null;
  @Column('smallint') payFrequencyMonths: number;
  @Column('text') clientAfm: string;
  @Column('text') clientName: string;
  @Column({ type: 'text', asExpression: 'fold_name(client_name)', generatedType: 'STORED' }) clientSearch: string;
  @Column('text', { nullable: true }) plateNo: string | null;

  /** As it was written, in the order of its fields. */
  @Column('json') questionnaire: unknown;
  @Column('json', { nullable: true }) price: unknown;
  @Column('boolean', { array: true, default: '{}' }) enfiaEligible: boolean[];
  @Column('jsonb', { default: [] }) messages: unknown;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) net: string | null;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) fee: string | null;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) tax: string | null;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) levy: string | null;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) gross: string | null;
  @Column('text', { nullable: true }) tariffCode: string | null;
  @Column('integer', { nullable: true }) tariffVersion: number | null;
  @Column('timestamptz') calculatedAt: Date;
  @Column('timestamptz', { nullable: true }) payBy: Date | null;
  @Column('text', { nullable: true }) paymentCode: string | null;
  @Column('bigint', { nullable: true }) policyDocumentId: number | null;
  @ManyToOne('DocumentEntity') @JoinColumn() policyDocument: unknown;
  @Column('jsonb', { nullable: true }) lastReceipt: unknown;
  @Column('integer', { default: 1 }) version: number;
  @Column('text') lastAction: string;
  @Column('jsonb') updatedBy: Record<string, unknown>;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
  @Column('json', { nullable: true }) approval: unknown;
  @Column('timestamptz', { nullable: true }) acceptBy: Date | null;
  @Column('timestamptz', { nullable: true }) acceptedAt: Date | null;
  @Column('bigint', { nullable: true }) renewalOf: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn({ name: 'renewal_of' }) former: Relation<ApplicationEntity> | null;
  @Column('bigint', { nullable: true }) renewedBy: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn({ name: 'renewed_by' }) renewal: Relation<ApplicationEntity> | null;
}
