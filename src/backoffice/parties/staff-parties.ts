import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import { foldName } from '../../common/fold-name.js';
import { containing } from '../../common/like-pattern.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { StaffPartyDto, StaffPartyListDto, StaffPartyQueryDto } from './staff-party.dto.js';

const PARTIES = `
  SELECT p.id, p.afm, p.person_type AS "personType", p.last_name AS "lastName", p.first_name AS "firstName", p.fathers_name AS "fathersName",
    p.birthdate, p.gender_code AS "genderCode", p.occupation_code AS "occupationCode", p.version, p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM party p`;

/** The details of the parties of a page, in one round trip. */
const DETAILS = `
  SELECT p.id,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'agentCode', a.agent_code, 'type', a.address_type, 'line1', a.line_1, 'city', a.city,
      'postCode', a.post_code, 'inUse', a.in_use) ORDER BY a.agent_code, a.id) FROM party_address a WHERE a.party_id = p.id), '[]') AS addresses,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'agentCode', c.agent_code, 'type', c.contact_type, 'contact', c.contact,
      'inUse', c.in_use, 'preferred', c.preferred) ORDER BY c.agent_code, c.id) FROM party_contact c WHERE c.party_id = p.id), '[]') AS contacts,
    coalesce((SELECT jsonb_agg(jsonb_build_object('agentCode', l.agent_code, 'linkedAt', l.linked_at) ORDER BY l.linked_at, l.agent_code)
      FROM party_agent l WHERE l.party_id = p.id), '[]') AS agents
  FROM party p WHERE p.id = ANY ($1)`;

type Details = Pick<StaffPartyDto, 'id' | 'addresses' | 'contacts' | 'agents'>;
type Row = Omit<StaffPartyDto, 'addresses' | 'contacts' | 'agents' | 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The register of persons and companies, whole: not scoped to agents. */
@Injectable()
export class StaffParties {
  constructor(private readonly store: Store) {}

  async find({ environment }: StaffCaller, query: StaffPartyQueryDto): Promise<StaffPartyListDto> {
    const { condition, values } = conditionOf(query);
    const select = { select: `${PARTIES} WHERE ${condition}`, order: 'id DESC', values };
    const page = await findPage<Row>(this.store, environment, select, windowOf(query));
    const found = await this.store.query<Details>(environment, DETAILS, [page.items.map(({ id }) => id)]);
    const details = new Map(found.map((one) => [one.id, one]));
    return mapPage(page, (row) => toDto(row, details.get(row.id)));
  }
}

/** One text for each combination of filters, so that each finds its index. */
function conditionOf({ afm, name }: StaffPartyQueryDto): { condition: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = ['true'];
  if (afm !== undefined) conditions.push(`p.afm = $${values.push(afm.trim())}`);
  if (name !== undefined) conditions.push(`p.name_search LIKE $${values.push(containing(foldName(name)))}`);
  return { condition: conditions.join(' AND '), values };
}

function toDto({ createdAt, updatedAt, ...row }: Row, details: Details | undefined): StaffPartyDto {
  const { id, afm, personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode, version } = row;
  const { addresses = [], contacts = [], agents = [] } = details ?? {};
  return {
    ...{ id, afm, personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode, version, addresses, contacts },
    agents: agents.map(({ agentCode, linkedAt }) => ({ agentCode, linkedAt: toLocalDateTime(new Date(linkedAt)) })),
    ...{ createdAt: toLocalDateTime(createdAt), updatedAt: toLocalDateTime(updatedAt) },
  };
}
