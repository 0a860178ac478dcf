// How messages leave the service.

/** A message as it is sent. The parts are complete; the transport adds the sender and encodes them. */
export type OutgoingMail = {
  /** In angle brackets. The same for every attempt. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  date: Date
  /** Where people end messages of this kind; null for messages about a transaction. */
  unsubscribeUrl: string | null
}

/** Null: accepted. */
export type MailFailure = {
  /** One line without credentials. */
  error: string
  /** The mail server rejected this message or its recipient: a retry would fail too. */
  isPermanent: boolean
} | null

export type MailTransport = {
  /** False: what it accepts does not leave the service. */
  emails: boolean
  /** Never throws, and ends within `MAIL_SEND_SECONDS`. */
  send(mail: OutgoingMail): Promise<MailFailure>
  close(): Promise<void>
}
