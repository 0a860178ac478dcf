// The URL of the database, with one server and with several.
import { describe, expect, it } from 'vitest'
import {
  describeServers,
  listServerUrls,
  parseAdmissionUrl,
  parseDatabaseUrl,
  readBackground,
  readReplicaSettings,
} from './database.ts'

describe('DATABASE_URL', () => {
  it('names one server', () => {
    expect(listServerUrls('postgres://market:p%40ss@db.example:5433/market?sslmode=verify-full')).toEqual([
      'postgres://market:p%40ss@db.example:5433/market?sslmode=verify-full',
    ])
  })

  it('names several servers, each with its port', () => {
    const url =
      'postgresql://market:secret@one.example:5432,[::1]:5433,three.example/market?target_session_attrs=read-write'
    expect(parseDatabaseUrl(url)).toBe(url)
    expect(listServerUrls(url)).toEqual([
      'postgresql://market:secret@one.example:5432/market',
      'postgresql://market:secret@[::1]:5433/market',
      'postgresql://market:secret@three.example/market',
    ])
    expect(describeServers(url)).toBe('one.example:5432, [::1]:5433, three.example')
  })

  it.each([
    ['mysql://db.example/market', 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [
      'postgres://db.example:port/market',
      'DATABASE_URL is not a valid URL. Use postgres://user:password@host:port/database.',
    ],
    ['postgres://one.example,two.example:99999/market', 'DATABASE_URL is not a valid URL.'],
    ['postgres://one.example/market?target_session_attrs=standby', 'DATABASE_URL has target_session_attrs=standby.'],
  ])('rejects %s', (url, message) => {
    expect(() => parseDatabaseUrl(url)).toThrow(message)
  })

  it('does not repeat a password', () => {
    expect(() => parseDatabaseUrl('postgres://market:hunter2@db.example:port/market')).toThrow(/^(?!.*hunter2)/)
    expect(describeServers('postgres://market:hunter2@db.example/market')).not.toContain('hunter2')
  })
})

describe('ADMISSION_URL', () => {
  const DATABASE_URL = 'postgres://db.example/market'

  it('is optional, and names a Redis server', () => {
    expect(parseAdmissionUrl({})).toBeNull()
    for (const ADMISSION_URL of ['redis://cache.example', 'rediss://user:secret@cache.example:6380/1'])
      expect(parseAdmissionUrl({ ADMISSION_URL, DATABASE_URL })).toBe(ADMISSION_URL)
  })

  it.each(['cache.example:6379', 'http://cache.example', 'redis://', 'redis://cache.example:port'])(
    'rejects %s',
    (url) => {
      expect(() => parseAdmissionUrl({ ADMISSION_URL: url, DATABASE_URL })).toThrow('ADMISSION_URL must have the form')
    },
  )

  it('requires PostgreSQL', () => {
    expect(() => parseAdmissionUrl({ ADMISSION_URL: 'redis://cache.example' })).toThrow('requires PostgreSQL')
  })
})

describe('BACKGROUND', () => {
  const DATABASE_URL = 'postgres://db.example/market'

  it('is on, and can be turned off where workers share the database', () => {
    expect(readBackground({})).toBe(true)
    expect(readBackground({ BACKGROUND: 'off', DATABASE_URL })).toBe(false)
  })

  it('cannot be turned off with the embedded database, which no worker can share', () => {
    expect(() => readBackground({ BACKGROUND: 'off' })).toThrow('BACKGROUND=off requires PostgreSQL and a worker.')
  })
})

describe('DATABASE_REPLICA_URL', () => {
  const DATABASE_URL = 'postgres://db.example/market'
  const DATABASE_REPLICA_URL = 'postgres://replica.example/market'

  it('is optional, and names one server and the bound of its lag', () => {
    expect(readReplicaSettings({ DATABASE_URL })).toBeNull()
    expect(readReplicaSettings({ DATABASE_URL, DATABASE_REPLICA_URL })).toEqual({
      url: DATABASE_REPLICA_URL,
      maxLagSeconds: 5,
    })
    expect(readReplicaSettings({ DATABASE_URL, DATABASE_REPLICA_URL, REPLICA_MAX_LAG_SECONDS: '30' })).toMatchObject({
      maxLagSeconds: 30,
    })
  })

  it.each([
    [{ DATABASE_REPLICA_URL }, 'DATABASE_REPLICA_URL requires the primary.'],
    [{ DATABASE_URL, DATABASE_REPLICA_URL: 'replica.example' }, 'DATABASE_REPLICA_URL must start with postgres://'],
    [
      { DATABASE_URL, DATABASE_REPLICA_URL: 'postgres://one.example,two.example/market' },
      'Name one replica, and no load balancer',
    ],
    [{ DATABASE_URL, DATABASE_REPLICA_URL, REPLICA_MAX_LAG_SECONDS: '0' }, 'REPLICA_MAX_LAG_SECONDS must be'],
  ])('rejects %j', (env, message) => {
    expect(() => readReplicaSettings(env)).toThrow(message)
  })
})
