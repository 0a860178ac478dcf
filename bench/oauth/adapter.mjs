// The storage of oidc-provider on either database: a table a model, one prepared statement an operation, nothing kept in memory.
import { errors } from 'oidc-provider'
import pg from 'pg'
import { openBenchDatabase } from '../orders/server.mjs'

const MODELS = ['AuthorizationCode', 'AccessToken', 'RefreshToken', 'Grant', 'Client', 'ReplayDetection']

const toTableName = (model) => `oidc_${model.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()}`

const createTables = () =>
  MODELS.map(
    (model) => `create table ${toTableName(model)} (id text primary key, payload jsonb not null, grant_id text,
      expires_at timestamptz, consumed_at timestamptz);
    create index on ${toTableName(model)} (grant_id) where grant_id is not null;`,
  ).join('\n')

/** PostgreSQL by the bare driver; the embedded database, which speaks to nobody else, by our connection to it. */
export async function openStore({ url, directory }, poolSize) {
  if (!url) {
    const db = await openBenchDatabase({ directory })
    await db.session((session) => session.script(createTables()))
    return db
  }
  const pool = new pg.Pool({ connectionString: url, max: poolSize })
  await pool.query(createTables())
  return {
    one: async (statement) => (await pool.query(statement)).rows[0],
    run: async (statement) => (await pool.query(statement)).rowCount,
    close: () => pool.end(),
  }
}

export const adapterOn = (store) =>
  class {
    constructor(model) {
      this.table = toTableName(model)
    }

    statement(operation, text, values) {
      return { name: `${this.table}_${operation}`, text, values }
    }

    async upsert(id, payload, expiresIn) {
      const text = `insert into ${this.table} (id, payload, grant_id, expires_at) values ($1, $2, $3, now() + $4 * interval '1 second')
        on conflict (id) do update set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`
      await store.run(this.statement('upsert', text, [id, payload, payload.grantId ?? null, expiresIn ?? null]))
    }

    async find(id) {
      const text = `select payload, extract(epoch from consumed_at)::int as consumed from ${this.table}
        where id = $1 and (expires_at is null or expires_at > now())`
      const row = await store.one(this.statement('find', text, [id]))
      if (row === undefined) return undefined
      return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed }
    }

    /** Exactly one of several at the same time gets through, as with ours: the library's own look before it does not see to that. */
    async consume(id) {
      const text = `update ${this.table} set consumed_at = now() where id = $1 and consumed_at is null`
      if ((await store.run(this.statement('consume', text, [id]))) === 0) throw new errors.InvalidGrant('used before')
    }

    async destroy(id) {
      await store.run(this.statement('destroy', `delete from ${this.table} where id = $1`, [id]))
    }

    async revokeByGrantId(grantId) {
      await store.run(this.statement('revoke', `delete from ${this.table} where grant_id = $1`, [grantId]))
    }
  }
