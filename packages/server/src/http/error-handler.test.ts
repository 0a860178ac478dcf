// Which failures of the database are the caller's to retry.
import { describe, expect, it } from 'vitest'
import { asApiError } from './error-handler.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('a failure of the database', () => {
  it.each([
    ['a broken connection', withCode('08006')],
    ['a server that shuts down', withCode('57P01')],
    ['a server that turned read-only', withCode('25006')],
    ['a session that the server ended because it was idle in a transaction', withCode('25P03')],
    ['a server that was not found', withCode('EAI_AGAIN')],
    ['a broken pipe', withCode('EPIPE')],
    ['a log-in that takes too long', new Error('timeout expired')],
    ['a full disk', withCode('53100')],
    ['a file that cannot be written', withCode('58030')],
    ['a full disk under the embedded database', new Error('ENOSPC: no space left on device, write')],
    ['an embedded database that has ended', new Error('connection terminated: the embedded database has stopped')],
  ])('is 503 for %s', (_, error) => {
    expect(asApiError(error)).toMatchObject({ code: 'upstream_unavailable', status: 503 })
  })

  it('is not explained away when it is a bug of ours', () => {
    expect(asApiError(withCode('42601'))).toBeNull()
    expect(asApiError(withCode('25P02'))).toBeNull()
    expect(asApiError(withCode('55000'))).toBeNull()
    expect(asApiError(new Error('invariant broken: x'))).toBeNull()
  })
})
