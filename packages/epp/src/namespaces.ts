// The XML namespaces of EPP: the protocol, its objects, and the extensions that this package knows.

export const EPP = 'urn:ietf:params:xml:ns:epp-1.0'
export const DOMAIN = 'urn:ietf:params:xml:ns:domain-1.0'
export const CONTACT = 'urn:ietf:params:xml:ns:contact-1.0'
export const HOST = 'urn:ietf:params:xml:ns:host-1.0'
export const SEC_DNS = 'urn:ietf:params:xml:ns:secDNS-1.1'
export const RGP = 'urn:ietf:params:xml:ns:rgp-1.0'

export const OBJECTS: readonly string[] = [DOMAIN, CONTACT, HOST]
export const EXTENSIONS: readonly string[] = [SEC_DNS, RGP]
