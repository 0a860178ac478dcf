// What frames say, as data: commands, greetings and responses. Missing values are null, missing lists are empty.

export type PeriodUnit = 'y' | 'm'
export type Period = { value: number; unit: PeriodUnit }
export type HostAddress = { version: 'v4' | 'v6'; address: string }
/** A registry uses host objects or attributes of the domain, never both. */
export type Nameservers =
  | { kind: 'objects'; hosts: string[] }
  | { kind: 'attributes'; hosts: { name: string; addresses: HostAddress[] }[] }
export type DomainContact = { type: string; id: string }
export type DomainChange = { nameservers: Nameservers | null; contacts: DomainContact[]; statuses: string[] }
export type TransferOperation = 'query' | 'request' | 'approve' | 'reject' | 'cancel'
export type TransferStatus =
  | 'pending'
  | 'clientApproved'
  | 'clientRejected'
  | 'clientCancelled'
  | 'serverApproved'
  | 'serverCancelled'

/** RFC 5910. */
export type DnsKey = { flags: number; protocol: number; algorithm: number; publicKey: string }
export type DelegationSigner = {
  keyTag: number
  algorithm: number
  digestType: number
  digest: string
  key: DnsKey | null
}
export type SecDns = { maxSignatureLife: number | null; signers: DelegationSigner[]; keys: DnsKey[] }
export type SecDnsUpdate = {
  isUrgent: boolean
  remove: 'all' | { signers: DelegationSigner[]; keys: DnsKey[] } | null
  add: { signers: DelegationSigner[]; keys: DnsKey[] } | null
  maxSignatureLife: number | null
}

/** RFC 3915. */
export type RestoreReport = {
  before: string
  after: string
  deletedAt: Date
  restoredAt: Date
  reason: string
  statements: string[]
  other: string | null
}
export type Restore = { op: 'request' } | { op: 'report'; report: RestoreReport }

export type DomainCommand =
  | { action: 'check'; object: 'domain'; names: string[] }
  | { action: 'info'; object: 'domain'; name: string; hosts: 'all' | 'del' | 'sub' | 'none'; authCode: string | null }
  | {
      action: 'create'
      object: 'domain'
      name: string
      period: Period | null
      nameservers: Nameservers | null
      registrant: string | null
      contacts: DomainContact[]
      authCode: string
      secDns: SecDns | null
    }
  | { action: 'delete'; object: 'domain'; name: string }
  | { action: 'renew'; object: 'domain'; name: string; currentExpiry: string; period: Period | null }
  | {
      action: 'transfer'
      object: 'domain'
      op: TransferOperation
      name: string
      period: Period | null
      authCode: string | null
    }
  | {
      action: 'update'
      object: 'domain'
      name: string
      add: DomainChange | null
      remove: DomainChange | null
      change: { registrant: string | null; authCode: string | null } | null
      secDns: SecDnsUpdate | null
      restore: Restore | null
    }

export type PostalInfo = {
  type: 'int' | 'loc'
  name: string
  organization: string | null
  street: string[]
  city: string
  state: string | null
  postalCode: string | null
  country: string
}
export type Phone = { number: string; extension: string | null }
export type Disclose = { flag: boolean; fields: { name: string; type: string | null }[] }
export type ContactDetails = {
  id: string
  postal: PostalInfo[]
  voice: Phone | null
  fax: Phone | null
  email: string
  disclose: Disclose | null
}
export type ContactCommand =
  | { action: 'check'; object: 'contact'; ids: string[] }
  | { action: 'info'; object: 'contact'; id: string; authCode: string | null }
  | { action: 'create'; object: 'contact'; contact: ContactDetails; authCode: string }
  /** Of what a contact can change, only what is shown to the public. */
  | { action: 'update'; object: 'contact'; id: string; disclose: Disclose }

export type HostCommand =
  | { action: 'check'; object: 'host'; names: string[] }
  | { action: 'info'; object: 'host'; name: string }
  | { action: 'create'; object: 'host'; name: string; addresses: HostAddress[] }

export type LoginCommand = {
  action: 'login'
  user: string
  password: string
  newPassword: string | null
  version: string
  language: string
  objects: string[]
  extensions: string[]
}
export type PollCommand = { action: 'poll'; op: 'req' } | { action: 'poll'; op: 'ack'; messageId: string }
export type SessionCommand = LoginCommand | { action: 'logout' } | PollCommand

export type Command = SessionCommand | DomainCommand | ContactCommand | HostCommand

export type Greeting = {
  serverName: string
  serverDate: Date
  versions: string[]
  languages: string[]
  objects: string[]
  extensions: string[]
}

export type Result = { code: number; message: string; reasons: string[] }
export type MessageQueue = { count: number; id: string; at: Date | null; text: string | null }

export type Availability = { name: string; isAvailable: boolean; reason: string | null }
/** Who made, changed and moved an object. */
export type ObjectHistory = {
  sponsor: string
  creator: string | null
  createdAt: Date | null
  updater: string | null
  updatedAt: Date | null
}
export type DomainInfo = ObjectHistory & {
  name: string
  roid: string
  statuses: string[]
  registrant: string | null
  contacts: DomainContact[]
  nameservers: Nameservers | null
  subordinateHosts: string[]
  expiresAt: Date | null
  transferredAt: Date | null
  authCode: string | null
}
export type TransferInfo = {
  name: string
  status: TransferStatus
  requestedBy: string
  requestedAt: Date
  actingClient: string
  /** When the acting client acted, or until when it may. */
  actedAt: Date
  expiresAt: Date | null
}
export type ContactInfo = ObjectHistory & {
  contact: ContactDetails
  roid: string
  statuses: string[]
  transferredAt: Date | null
  authCode: string | null
}
export type HostInfo = ObjectHistory & {
  name: string
  roid: string
  statuses: string[]
  addresses: HostAddress[]
  transferredAt: Date | null
}

export type ResponseData =
  | { kind: 'checks'; object: 'domain' | 'contact' | 'host'; items: Availability[] }
  | { kind: 'domain'; domain: DomainInfo }
  | { kind: 'domainCreated'; name: string; createdAt: Date; expiresAt: Date | null }
  | { kind: 'domainRenewed'; name: string; expiresAt: Date | null }
  | { kind: 'domainTransfer'; transfer: TransferInfo }
  | {
      kind: 'domainAction'
      name: string
      isApproved: boolean
      clientTransaction: string | null
      serverTransaction: string
      at: Date
    }
  | { kind: 'contact'; contact: ContactInfo }
  | { kind: 'contactCreated'; id: string; createdAt: Date }
  | { kind: 'host'; host: HostInfo }
  | { kind: 'hostCreated'; name: string; createdAt: Date }
  /** Data of an object that this package does not know. */
  | { kind: 'other'; namespace: string; name: string }

export type Response = {
  results: Result[]
  queue: MessageQueue | null
  data: ResponseData | null
  secDns: SecDns | null
  graceStatuses: string[]
  clientTransaction: string | null
  serverTransaction: string
}

export type Frame =
  | { kind: 'hello' }
  | { kind: 'greeting'; greeting: Greeting }
  | { kind: 'command'; command: Command; clientTransaction: string | null }
  | { kind: 'response'; response: Response }
