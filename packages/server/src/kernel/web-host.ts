// Hosts as they may stand in addresses that others give us: what else URL lets through (`;`, `,`, `'`) would end up in headers.

const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?|\[[0-9a-f:.]+\])$/i

/** A host name of letters, digits, hyphens and dots, or an address in brackets. */
export const isPlainHost = (hostname: string): boolean => hostname.length <= 253 && PLAIN_HOST.test(hostname)
