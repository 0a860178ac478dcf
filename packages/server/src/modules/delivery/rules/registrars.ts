// Registrars that buyers know by name, with their IANA IDs (https://www.iana.org/assignments/registrar-ids).

export const KNOWN_REGISTRARS: readonly { ianaId: number; name: string }[] = [
  { ianaId: 1910, name: 'Cloudflare' },
  { ianaId: 472, name: 'Dynadot' },
  { ianaId: 48, name: 'eNom' },
  { ianaId: 81, name: 'Gandi' },
  { ianaId: 146, name: 'GoDaddy' },
  { ianaId: 1636, name: 'Hostinger' },
  { ianaId: 83, name: 'IONOS' },
  { ianaId: 269, name: 'Key-Systems' },
  { ianaId: 625, name: 'Name.com' },
  { ianaId: 1068, name: 'Namecheap' },
  { ianaId: 2, name: 'Network Solutions' },
  { ianaId: 433, name: 'OVH' },
  { ianaId: 1861, name: 'Porkbun' },
  { ianaId: 303, name: 'PublicDomainRegistry' },
  { ianaId: 895, name: 'Squarespace Domains' },
  { ianaId: 69, name: 'Tucows' },
]

export const nameRegistrar = (ianaId: number): string =>
  KNOWN_REGISTRARS.find((one) => one.ianaId === ianaId)?.name ?? `registrar ${ianaId}`
