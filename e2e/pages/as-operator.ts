// Calls the operator API of a started service with its token.
import type { Service } from '../process.ts'

/** Asks as the operator. */
export async function asOperator<ResponseBody>(
  service: Service,
  method: string,
  path: string,
  body?: object,
): Promise<ResponseBody> {
  const response = await fetch(`${service.url}/api/operator/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.credentials().operator.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as ResponseBody
}
