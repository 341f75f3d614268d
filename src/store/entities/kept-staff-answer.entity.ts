import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The response to a write of staff with an idempotency key, for the next call with that key. Written by: every such write, of whichever schema. */
@Entity()
// A GIN index, which cannot be declared here.
@Index('kept_staff_answer_resources_idx', { synchronize: false })
@Index('kept_staff_answer_created_at_idx', ['createdAt'])
@Check(
  'kept_staff_answer_digest_check',
  '(octet_length(scope) = 32) AND (octet_length(fingerprint) = 32) AND (octet_length(upload_sha256) = 32)',
)
@Check('kept_staff_answer_environment_check', `environment = ANY (ARRAY['production'::text, 'sandbox'::text])`)
@Check(
  'kept_staff_answer_status_check',
  `((status >= 200) AND (status <= 299)) OR ((status = 410) AND (body = '') AND (headers::text = '[]'))`,
)
export class KeptStaffAnswerEntity {
  /** SHA-256 of the user and the key. */
  @PrimaryColumn('bytea') scope: Buffer;

  /** SHA-256 of the request. */
  @Column('bytea') fingerprint: Buffer;
  @Column('bytea', { nullable: true }) uploadSha256: Buffer | null;
  @Column('smallint') status: number;
  @Column('json') headers: unknown;
  @Column('bytea') body: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('text') environment: string;
  @Column('text') path: string;

  /** What the call wrote to, as collection and id: `applications/12`. */
  @Column('text', { array: true, default: '{}' }) resources: readonly string[];
}
