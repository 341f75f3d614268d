import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The response to a write with an idempotency key, for the next call with that key. Written by: every write with an idempotency key. */
@Entity()
// A GIN index, which cannot be declared here.
@Index('kept_answer_resources_idx', { synchronize: false })
@Index('kept_answer_agent_code_idx', ['agentCode', 'scope'])
@Index('kept_answer_created_at_idx', ['createdAt'])
@Check('kept_answer_digest_check', '(octet_length(scope) = 32) AND (octet_length(fingerprint) = 32) AND (octet_length(upload_sha256) = 32)')
@Check('kept_answer_status_check', `((status >= 200) AND (status <= 299)) OR ((status = 410) AND (body = '') AND (headers::text = '[]'))`)
export class KeptAnswerEntity {
  /** SHA-256 of the caller and the key. */
  @PrimaryColumn('bytea') scope: Buffer;

  /** SHA-256 of the request. */
  @Column('bytea') fingerprint: Buffer;
  @Column('bytea', { nullable: true }) uploadSha256: Buffer | null;
  @Column('smallint') status: number;
  @Column('json') headers: unknown;
  @Column('bytea') body: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('text', { nullable: true }) agentCode: string | null;
  @Column('text', { nullable: true }) path: string | null;

  /** What the call wrote to, as collection and id: `applications/12`. */
  @Column('text', { array: true, default: '{}' }) resources: readonly string[];
}
