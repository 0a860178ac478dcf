// Settings of sellers: the marketplace's fee, and the nameservers that are asked for proofs of control.
import { isIP } from 'node:net'
import { ConfigError, type Env, whole } from './values.ts'

export type SellerSettings = {
  /** The share of the price that the marketplace keeps of a seller's sale. */
  feeBps: number
  /** `address` or `address:port`; null: the nameservers of the machine. */
  dnsServers: string[] | null
}

const WITH_PORT = /^(?:\[([0-9a-f:.]{2,45})\]|([0-9.]{7,15})):(\d{1,5})$/i
const SERVERS_MAX = 8

function isServer(text: string): boolean {
  if (isIP(text) !== 0) return true
  if (text.length > 60) return false
  const [, six, four, port] = WITH_PORT.exec(text) ?? []
  const address = six ?? four ?? ''
  return isIP(address) === (six === undefined ? 4 : 6) && Number(port) >= 1 && Number(port) <= 65_535
}

function readServers(env: Env): string[] | null {
  const servers = (env.DNS_SERVERS ?? '').split(',').flatMap((text) => text.trim() || [])
  if (servers.length === 0) return null
  const wrong = servers.find((server) => !isServer(server))
  if (wrong !== undefined || servers.length > SERVERS_MAX)
    throw new ConfigError(
      `DNS_SERVERS must be up to ${SERVERS_MAX} IP addresses separated by commas, each with an optional port, such as 192.0.2.53 or [2001:db8::53]:5353.`,
    )
  return servers
}

export const readSellerSettings = (env: Env): SellerSettings => ({
  feeBps: whole(env, 'SELLER_FEE_BPS', 1000, 0, 10_000),
  dnsServers: readServers(env),
})
