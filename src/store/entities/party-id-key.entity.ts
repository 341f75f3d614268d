import { Entity, Index, PrimaryColumn } from 'typeorm';

/** The secret from which the ids of parties are drawn, so that they cannot be counted. One row. Written by: the migration that made it. */
@Entity()
// ((true)): there is one row at most.
@Index('party_id_key_one_idx', { synchronize: false })
export class PartyIdKeyEntity {
  @PrimaryColumn('bytea') key: Buffer;
}
