// A registry or registrar that moves domains. Each connector implements this type: the simulated registrar, EPP.

/** How a command ended. `unknown`: it may have happened (connection lost after sending); ask before sending it again. */
export type Outcome<Value> =
  | { kind: 'done'; value: Value; serverTransaction: string | null }
  /** Accepted; the registry says later how it ended (poll message, or `readTransfer`). */
  | { kind: 'pending'; value: Value; serverTransaction: string | null }
  | { kind: 'refused'; code: number | string; message: string; isTemporary: boolean }
  | { kind: 'unknown'; message: string }

export type DomainAtRegistry = {
  name: string
  isOurs: boolean // we are the sponsoring client
  statuses: string[] // EPP form: clientTransferProhibited …
  nameservers: string[]
  expiresAt: Date | null
  createdAt: Date | null
  updatedAt: Date | null
  transferredAt: Date | null
  sponsor: string | null // clID
  /** The account at the registrar, where the connector knows it. */
  account?: string | null
  /** Whether the registry hides the registrant, where the connector knows it. */
  isPrivate?: boolean
  authCode: string | null // only when the registry shows it to us
}

/** Who registers a domain. */
export type NewContact = {
  id: string
  name: string
  organization: string | null
  street: string
  city: string
  state: string | null
  postalCode: string | null
  country: string
  /** In the form of EPP: `+1.7035555555`. */
  phone: string
  email: string
}

export type RegistryMessage = {
  id: string
  at: Date
  text: string
  domain: string | null
  transfer: TransferState | null
}
export type TransferState =
  | 'pending'
  | 'clientApproved'
  | 'clientRejected'
  | 'clientCancelled'
  | 'serverApproved'
  | 'serverCancelled'

/** `transaction` is our name for the attempt (clTRID), unique per attempt, written down before it is sent. */
type Command = { transaction: string; signal?: AbortSignal }

export type Registrar = {
  readonly kind: 'simulated' | 'epp'
  checkDomains(
    names: readonly string[],
    command: Command,
  ): Promise<Outcome<{ name: string; isAvailable: boolean; reason: string | null }[]>>
  readDomain(name: string, command: Command): Promise<Outcome<DomainAtRegistry | null>>
  registerDomain(
    input: { name: string; years: number; nameservers: string[]; contact: string; authCode: string },
    command: Command,
  ): Promise<Outcome<{ expiresAt: Date }>>
  /** `expiresAt` guards against renewing twice: the registry refuses when it is not the current one. */
  renewDomain(
    input: { name: string; years: number; expiresAt: Date },
    command: Command,
  ): Promise<Outcome<{ expiresAt: Date }>>
  updateDomain(
    input: {
      name: string
      addNameservers?: string[]
      removeNameservers?: string[]
      addStatuses?: string[]
      removeStatuses?: string[]
      authCode?: string
    },
    command: Command,
  ): Promise<Outcome<null>>
  /** A contact that exists is as good: its ID is ours. Its data is hidden until someone shows it. */
  createContact(contact: NewContact, command: Command): Promise<Outcome<null>>
  /** Hides or shows the registrant in public registration data. Doing it twice is as good as once. */
  setPrivacy(input: { name: string; isPrivate: boolean }, command: Command): Promise<Outcome<null>>
  /** To an account at a registrar of ours (a push within one registrar; where the connector cannot, `refused` with code "unsupported"). */
  pushDomain(
    input: { name: string; registrarIanaId: number; account: string },
    command: Command,
  ): Promise<Outcome<null>>
  requestTransfer(input: { name: string; authCode: string }, command: Command): Promise<Outcome<TransferState>>
  readTransfer(
    name: string,
    command: Command,
  ): Promise<Outcome<{ state: TransferState; requestedBy: string; actedAt: Date | null } | null>>
  decideTransfer(
    name: string,
    decision: 'approve' | 'reject' | 'cancel',
    command: Command,
  ): Promise<Outcome<TransferState>>
  readMessage(command: Command): Promise<Outcome<RegistryMessage | null>>
  acknowledgeMessage(id: string, command: Command): Promise<Outcome<null>>
  close(): Promise<void>
}

/** The connectors of this service. `live`: what delivers live orders; null where operators do it by hand. */
export type Registrars<Db> = {
  /** `scope` separates the domains of one customer of the simulated registrar from those of others. */
  simulated(db: Db, scope: string): Registrar
  live: Registrar | 'simulated' | null
}
