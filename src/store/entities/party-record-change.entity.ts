import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A change of an agent's record that the register of parties has not looked at yet. Written by: writes to `party_record`; the register of parties deletes. */
@Entity()
export class PartyRecordChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') agentCode: string;
  @Column('text') afm: string;
  @Column('boolean') isRenamed: boolean;
}
