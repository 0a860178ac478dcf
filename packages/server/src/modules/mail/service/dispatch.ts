// Sends queued messages: leases what is due, sends it outside any transaction, and records the result. A process may die at any
// time: its messages are due again when their leases end.
import type { Deps } from '../../../deps.ts'
import type { MailFailure } from '../../../integrations/mail/transport.ts'
import { createLeaseLoop } from '../../../jobs/lease-loop.ts'
import { MAIL_CONCURRENCY } from '../../../kernel/limits.ts'
import { inSpan } from '../../../kernel/trace.ts'
import { computeRetrySeconds } from '../rules/delivery.ts'
import { buildMessageId, renderMail } from '../rules/render.ts'
import { UNSUBSCRIBE_PATHS } from '../rules/templates.ts'
import { type LeasedMessage, leaseDue, recordFailure, recordSent } from '../store.ts'
import { openSecret } from './queue.ts'
import { onMailQueued } from './wake.ts'

const ERROR_LENGTH_MAX = 300
/** A result that cannot be written is tried again while the lease lasts: forgetting it would send the message twice. */
const RECORD_TRIES = 6
const RECORD_PAUSE_MS = 500

type Needed = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'metrics' | 'secrets' | 'tracer'>

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createMailDispatcher(deps: Needed) {
  const { config, db, log, mail, metrics, tracer } = deps
  function buildMail(message: LeasedMessage) {
    const { baseUrl, supportContact: contact } = config
    const unsubscribePath = UNSUBSCRIBE_PATHS[message.template]
    return {
      ...renderMail(message.content, { baseUrl, contact, secret: openSecret(deps, message) }),
      messageId: buildMessageId(message.id, baseUrl),
      to: message.toAddress,
      date: message.createdAt,
      unsubscribeUrl: unsubscribePath === undefined ? null : baseUrl + unsubscribePath,
    }
  }

  /** Messages of a sandbox are read in the sandbox and not sent: their recipients are made up, or did not ask for them. */
  const isSandboxMail = ({ environment }: LeasedMessage): boolean => environment === 'sandbox'
  const isEmailed = (message: LeasedMessage): boolean => mail.emails && !isSandboxMail(message)

  async function send(message: LeasedMessage): Promise<MailFailure> {
    if (isSandboxMail(message)) return null
    let built: ReturnType<typeof buildMail>
    try {
      built = buildMail(message)
    } catch (error) {
      log.error({ err: error, message_id: message.id }, 'could not decrypt the link of a message')
      return { error: 'The link could not be decrypted. Check MASTER_KEY.', isPermanent: false }
    }
    const attributes = { 'freehold.message_id': message.id, 'freehold.template': message.template }
    return inSpan(tracer, 'send mail', { kind: 'producer', attributes, parent: null }, async (span) => {
      const failure = await mail.send(built)
      if (failure) span?.fail(failure.isPermanent ? 'rejected' : 'unavailable')
      return failure
    })
  }

  async function record(message: LeasedMessage, failure: MailFailure): Promise<'succeeded' | 'retried' | 'failed'> {
    if (!failure) {
      await recordSent(db, message, isEmailed(message))
      return 'succeeded'
    }
    const { isPermanent } = failure
    const error = failure.error.slice(0, ERROR_LENGTH_MAX)
    const retrySeconds = computeRetrySeconds(message.failures + 1, Math.random())
    const status = await recordFailure(db, message, { error, isPermanent, retrySeconds })
    if (status === 'failed') log.warn({ message_id: message.id, template: message.template, error }, 'mail failed')
    return status === 'failed' ? 'failed' : 'retried'
  }

  async function deliver(message: LeasedMessage): Promise<void> {
    const failure = await send(message)
    for (let tries = 1; ; tries++)
      try {
        metrics.jobs.inc({ kind: 'mail', outcome: await record(message, failure) })
        return
      } catch (error) {
        if (tries === RECORD_TRIES) throw error
        await pause(RECORD_PAUSE_MS * tries)
      }
  }

  const loop = createLeaseLoop<LeasedMessage>({
    name: 'mail',
    concurrency: MAIL_CONCURRENCY,
    log,
    // A message carries its own lease.
    lease: (_, limit) => leaseDue(db, limit),
    work: (message) =>
      deliver(message).catch((error: unknown) =>
        log.error({ err: error, message_id: message.id }, 'could not record a sent message'),
      ),
    onQueued: onMailQueued,
  })

  return {
    start: loop.start,
    /** Waits for the messages under way. */
    async stop(): Promise<void> {
      await loop.stop()
      await mail.close()
    },
  }
}
