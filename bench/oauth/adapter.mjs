// The storage of oidc-provider on PostgreSQL: a table a model, one prepared statement an operation, nothing kept in memory.
import { errors } from 'oidc-provider'

export const MODELS = ['AuthorizationCode', 'AccessToken', 'RefreshToken', 'Grant', 'Client', 'ReplayDetection']

const tableOf = (model) => `oidc_${model.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()}`

export const createTables = () =>
  MODELS.map(
    (model) => `create table ${tableOf(model)} (id text primary key, payload jsonb not null, grant_id text,
      expires_at timestamptz, consumed_at timestamptz);
    create index on ${tableOf(model)} (grant_id) where grant_id is not null;`,
  ).join('\n')

export const adapterOn = (pool) =>
  class {
    constructor(model) {
      this.table = tableOf(model)
    }

    query(operation, text, values) {
      return pool.query({ name: `${this.table}_${operation}`, text, values })
    }

    async upsert(id, payload, expiresIn) {
      await this.query(
        'upsert',
        `insert into ${this.table} (id, payload, grant_id, expires_at) values ($1, $2, $3, now() + $4 * interval '1 second')
         on conflict (id) do update set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
        [id, payload, payload.grantId ?? null, expiresIn ?? null],
      )
    }

    async find(id) {
      const { rows } = await this.query(
        'find',
        `select payload, extract(epoch from consumed_at)::int as consumed from ${this.table}
         where id = $1 and (expires_at is null or expires_at > now())`,
        [id],
      )
      if (rows.length === 0) return undefined
      const [{ payload, consumed }] = rows
      return consumed === null ? payload : { ...payload, consumed }
    }

    /** Exactly one of several at the same time gets through, as with ours: the library's own look before it does not see to that. */
    async consume(id) {
      const { rowCount } = await this.query(
        'consume',
        `update ${this.table} set consumed_at = now() where id = $1 and consumed_at is null`,
        [id],
      )
      if (rowCount === 0) throw new errors.InvalidGrant('used before')
    }

    async destroy(id) {
      await this.query('destroy', `delete from ${this.table} where id = $1`, [id])
    }

    async revokeByGrantId(grantId) {
      await this.query('revoke', `delete from ${this.table} where grant_id = $1`, [grantId])
    }
  }
