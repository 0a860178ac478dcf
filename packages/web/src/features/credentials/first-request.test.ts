// The command that is shown to new partners signs as the API expects: run by a shell, with a curl that only tells.
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { firstRequest } from './first-request.ts'

it('signs what the server will build, also with a secret that a shell would touch', () => {
  const secret = `sk_sandbox_it's "$HOME" \\ fine`
  const command = firstRequest({ baseUrl: 'http://localhost:8080', keyId: 'pk_sandbox_1', secret })
  const told = execFileSync('bash', ['--norc', '-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    encoding: 'utf8',
  })
  const header = (name: string): string => new RegExp(`^X-Service-${name}: (.*)$`, 'm').exec(told)![1]!
  const hashOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const text = `GET\n/api/partner/v1/me\n\n${header('Timestamp')}\n${header('Nonce')}\n${hashOfNothing}`
  expect(told).toContain('http://localhost:8080/api/partner/v1/me\n')
  expect(header('Key-Id')).toBe('pk_sandbox_1')
  expect(header('Signature')).toBe(`v1=${createHmac('sha256', secret).update(text).digest('hex')}`)
})
