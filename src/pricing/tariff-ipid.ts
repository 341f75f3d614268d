import { IPID_SECTIONS, type Ipid, type IpidSection } from './tariff-model.js';
import type { TariffNode } from './tariff-node.js';

export function readIpid(own: TariffNode | undefined, common: TariffNode | undefined): Ipid | null {
  if (own === undefined) return null;
  const sections = IPID_SECTIONS.map((section) => [section, readSection(section, own, common)] as const);
  return Object.fromEntries(sections) as Ipid;
}

function readSection(section: IpidSection, own: TariffNode, common: TariffNode | undefined): Ipid[IpidSection] {
  const node = own.optional(section) ?? common?.optional(section);
  if (node === undefined && section === 'optional') return [];
  return (node ?? own.at(section)).readList((item) => ({ el: item.at('el').text(), en: item.at('en').text() }));
}
