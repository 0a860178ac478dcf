// What a signature and a nonce cost by themselves: the service's own functions in a loop, without HTTP around them.
import { createHmac, randomUUID } from 'node:crypto'
import { canonicalString, nonceDigest, signatureMatches, signingKey } from '../../packages/server/src/http/signature.ts'
import { benchDeps, openBenchDatabase } from '../orders/server.mjs'
import { figureRow } from '../result.mjs'

const [VERIFIES, NONCES, AT_A_TIME] = [20_000, 4_000, 32]

const cpuMicros = (since) => {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

/** The canonical string, the HMAC, the comparison and the digest of the nonce, as a signed read does them. */
function verifyOnce({ keyId, secret }) {
  const key = signingKey(secret)
  const parts = {
    method: 'GET',
    path: '/api/partner/v1/domains/bench-10000001.test',
    pairs: [],
    timestamp: '1767225600',
    nonce: randomUUID(),
    body: undefined,
  }
  const header = `v1=${createHmac('sha256', secret).update(canonicalString(parts)).digest('hex')}`
  const since = process.cpuUsage()
  for (let n = 0; n < VERIFIES; n++) {
    if (!signatureMatches(key, canonicalString(parts), header)) throw new Error('the signature does not match')
    nonceDigest(keyId, parts.nonce)
  }
  return cpuMicros(since) / VERIFIES
}

/** As many at a time as there are connections: they share writes, as requests do. */
async function insertNonces(admission, keyId) {
  const digests = Array.from({ length: NONCES }, () => nonceDigest(keyId, randomUUID()))
  const since = process.cpuUsage()
  const started = performance.now()
  const lane = async () => {
    for (let nonce = digests.pop(); nonce !== undefined; nonce = digests.pop()) {
      const { fresh } = await admission.admit({ nonce, bucket: null, partnerId: null, durable: false })
      if (!fresh) throw new Error('a new nonce was refused')
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return { cpu: cpuMicros(since) / NONCES, wall: ((performance.now() - started) * 1000) / NONCES }
}

export async function costsAlone(target, rounds) {
  const db = await openBenchDatabase(target)
  const { admission } = await benchDeps(db)
  verifyOnce(target)
  await insertNonces(admission, target.keyId)
  const [verifies, nonces] = [[], []]
  for (let round = 0; round < rounds; round++) {
    verifies.push(verifyOnce(target))
    nonces.push(await insertNonces(admission, target.keyId))
  }
  await db.close()
  const row = (what, figures) => figureRow({ what, unit: 'µs', figures })
  return [
    row('a signature verified, alone: CPU', verifies),
    row(
      `a nonce written, alone, ${AT_A_TIME} at a time: CPU of the process`,
      nonces.map(({ cpu }) => cpu),
    ),
    row(
      `a nonce written, alone, ${AT_A_TIME} at a time: time`,
      nonces.map(({ wall }) => wall),
    ),
  ]
}
