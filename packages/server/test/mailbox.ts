// Reads the messages that the service has queued, with the links that only their recipient sees.
import { sql } from '../src/db/sql.ts'
import type { TestService } from './harness.ts'

export type Letter = { template: string; to: string; link: string | null }

type Row = {
  id: string
  template: string
  toAddress: string
  content: { blocks: { kind: string; path?: string }[] }
  secret: string | null
}

/** What was sent to an address, the oldest first. `link` is a path of the service. */
export async function readMail(service: Pick<TestService, 'db' | 'deps'>, to: string): Promise<Letter[]> {
  const rows = await service.db.many<Row>(
    sql`select id, template, to_address, content, secret from mail_messages where to_address = ${to} order by id`,
  )
  return rows.map(({ id, template, toAddress, content, secret }) => {
    const path = content.blocks.find(({ kind }) => kind === 'button')?.path ?? null
    const opened = secret === null ? '' : service.deps.secrets.open(secret, `mail:${id}`)
    return { template, to: toAddress, link: path === null ? null : path.replace('{secret}', opened) }
  })
}

/** The link in the newest message of a kind. */
export async function readLink(
  service: Pick<TestService, 'db' | 'deps'>,
  to: string,
  template: string,
): Promise<string> {
  const letter = (await readMail(service, to)).findLast((one) => one.template === template)
  if (!letter?.link) throw new Error(`no message ${template} to ${to}`)
  return letter.link
}
