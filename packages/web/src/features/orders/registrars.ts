// Registrars that many people use, with their IANA IDs. Pure.

/** Written down by hand and not compared with IANA's list as a whole. The field accepts the ID of any other registrar. */
const REGISTRARS: readonly (readonly [id: number, name: string])[] = [
  [2, 'Network Solutions'],
  [9, 'Register.com'],
  [48, 'Enom'],
  [49, 'GMO Internet (Onamae.com)'],
  [69, 'Tucows (OpenSRS, Hover)'],
  [81, 'Gandi'],
  [83, 'IONOS'],
  [85, 'EPAG'],
  [106, 'Ascio'],
  [141, 'Cronon (STRATO)'],
  [146, 'GoDaddy'],
  [151, 'InterNetX (PSI-USA)'],
  [168, 'Register.it'],
  [228, 'Moniker'],
  [244, 'Gabia'],
  [269, 'Key-Systems (RRPproxy)'],
  [292, 'MarkMonitor'],
  [299, 'CSC Corporate Domains'],
  [303, 'PublicDomainRegistry (ResellerClub)'],
  [420, 'Alibaba Cloud (Beijing)'],
  [431, 'DreamHost'],
  [433, 'OVHcloud'],
  [440, 'Wild West Domains'],
  [447, 'Safenames'],
  [460, 'WebNIC'],
  [463, 'RU-CENTER'],
  [468, 'Amazon Registrar (Route 53)'],
  [470, 'Com Laude'],
  [472, 'Dynadot'],
  [609, 'Sav.com'],
  [625, 'Name.com'],
  [886, 'Domain.com'],
  [895, 'Squarespace Domains'],
  [955, 'Launchpad (HostGator)'],
  [1001, 'Domeneshop'],
  [1011, '101domain'],
  [1052, 'EuroDNS'],
  [1068, 'Namecheap'],
  [1154, 'FastDomain (Bluehost)'],
  [1291, 'Dreamscape (Crazy Domains)'],
  [1387, '1API (HEXONET)'],
  [1441, 'TurnCommerce (NameBright)'],
  [1448, 'Blacknight'],
  [1479, 'NameSilo'],
  [1505, 'Gransy (Subreg)'],
  [1515, '123 Reg'],
  [1519, 'NETIM'],
  [1531, 'Automattic (WordPress.com)'],
  [1606, 'REG.RU'],
  [1636, 'Hostinger'],
  [1647, 'Openprovider (Hosting Concepts)'],
  [1861, 'Porkbun'],
  [1910, 'Cloudflare'],
  [1923, 'Gname'],
  [3775, 'Alibaba.com Singapore'],
  [3817, 'Wix'],
  [3862, 'Spaceship'],
]

export type RegistrarOption = { value: string; label: string; note: string }

const toOption = ([id, name]: readonly [number, string]): RegistrarOption => ({
  value: String(id),
  label: name,
  note: `IANA ID ${id}`,
})

const ID = /^[1-9][0-9]{0,8}$/

/** By any part of the name or the beginning of the ID. A number that is in no entry is offered as it is. */
export function findRegistrars(text: string): RegistrarOption[] {
  const wanted = text.trim().toLowerCase()
  const found = REGISTRARS.filter(([id, name]) => name.toLowerCase().includes(wanted) || String(id).startsWith(wanted))
  const options = found.toSorted((a, b) => a[1].localeCompare(b[1], 'en')).map(toOption)
  const exact = options.find(({ value }) => value === wanted)
  if (exact) return [exact, ...options.filter((option) => option !== exact)]
  return ID.test(wanted)
    ? [{ value: wanted, label: `Registrar with IANA ID ${wanted}`, note: 'Not in the list' }, ...options]
    : options
}

/** Such as "GoDaddy (146)"; the number alone for a registrar that is not in the list. */
export function registrarText(id: number | null): string {
  if (id === null) return ''
  const known = REGISTRARS.find(([one]) => one === id)
  return known ? `${known[1]} (${id})` : String(id)
}
