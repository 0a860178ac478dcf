// The error for input that the user can correct. The CLI prints it in one line and exits with code 2.

export class UsageError extends Error {
  override readonly name = 'UsageError'
}
