// A mistake of whoever typed; it is told in one line, with the way out.

export class UsageError extends Error {
  override readonly name = 'UsageError'
}
