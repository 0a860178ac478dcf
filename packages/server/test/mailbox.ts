// Reads the messages that the service has queued, with the links that only their recipient sees.
import { sql } from '../src/db/sql.ts'
import type { TestService } from './harness.ts'

type Mailed = Pick<TestService, 'db' | 'deps'>

export type Letter = {
  id: string
  template: string
  to: string
  subject: string
  /** Paths of all buttons, with their secrets. */
  links: string[]
  /** The first of them. */
  link: string | null
  /** Everything that a person reads, secrets aside. */
  text: string
  partnerId: string | null
  environment: string | null
}

type Row = Pick<Letter, 'id' | 'template' | 'to' | 'partnerId' | 'environment'> & {
  content: { subject: string; blocks: { path?: string }[] }
  secret: string | null
}

/** What was sent to an address, the oldest first. */
export async function readMail({ db, deps }: Mailed, to: string): Promise<Letter[]> {
  const rows = await db.many<Row>(sql`
    select id, template, to_address as to, content, secret, partner_id, environment
    from mail_messages where to_address = ${to} order by id`)
  return rows.map(({ content, secret, ...row }) => {
    const opened = secret === null ? '' : deps.secrets.open(secret, `mail:${row.id}`)
    const paths = content.blocks.flatMap(({ path }) => (path === undefined ? [] : [path]))
    const links = paths.map((path) => path.replace('{secret}', opened))
    return { ...row, subject: content.subject, links, link: links[0] ?? null, text: JSON.stringify(content) }
  })
}

/** The link in the newest message of a kind. */
export async function readLink(service: Mailed, to: string, template: string): Promise<string> {
  const letter = (await readMail(service, to)).findLast((one) => one.template === template)
  if (!letter?.link) throw new Error(`no message ${template} to ${to}`)
  return letter.link
}

/** The newest link that starts with `prefix`. */
export async function findLink(service: Mailed, to: string, prefix: string): Promise<string> {
  const links = (await readMail(service, to)).flatMap((letter) => letter.links)
  const link = links.findLast((path) => path.startsWith(prefix))
  if (link === undefined) throw new Error(`no link ${prefix} was sent to ${to}`)
  return link
}
