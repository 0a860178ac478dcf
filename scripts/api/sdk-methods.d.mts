// The types of sdk-methods.mjs, for the test of the SDK.
export type Method = {
  /** `quotes.create` */
  call: string
  /** Names of its parameters, without `options`. */
  args: string[]
  run: (...args: unknown[]) => PromiseLike<unknown>
}
export function listMethods(client: object): Method[]
export function createOperationFinder(document: {
  paths: Record<string, object>
}): (method: string, pathname: string) => string | undefined
