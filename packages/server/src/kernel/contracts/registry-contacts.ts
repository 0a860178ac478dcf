// The IDs of contacts that registrations create at a registry.

/** Registries allow IDs of 3 to 16 characters. The end of ours is random. */
export const toContactId = (id: string): string => `FH${id.slice(-14)}`.toUpperCase()

/** Made for one domain by us. Others may belong to several domains. */
export const isOwnContact = (contactId: string): boolean => /^FH[0-9A-Z]{14}$/.test(contactId)
