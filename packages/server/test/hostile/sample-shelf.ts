// Good samples, made once and used until a request uses one up.
import type { TestService } from '../harness.ts'
import type { Operation } from './operations.ts'
import { type Sample, type Stage, type StripeDouble, setStage } from './stage.ts'

/** After a success the partner lives years ahead, where none of its older records lasts, or has no records any more. */
const SPOILS_THE_STAGE = /^sandbox\.(clock\.advance|reset)/

/** One sample serves all doors of a route in an environment. */
const toKey = ({ id, route, environment }: Operation): string => (route ? `${environment} ${route.id}` : id)

export async function openShelf(service: TestService, stripe?: StripeDouble) {
  const samples = new Map<string, Sample>()
  let stage: Stage = await setStage(service, stripe)
  return {
    stage: () => stage,
    async getSample(operation: Operation): Promise<Sample> {
      const known = samples.get(toKey(operation)) ?? (await operation.sample(stage))
      samples.set(toKey(operation), known)
      return known
    },
    /** What a write uses up is made anew; what it may have spoiled for all, too. */
    async tidyUp(operation: Operation, method: string, status: number): Promise<void> {
      if (status >= 400 || method === 'GET' || method === 'HEAD') return
      samples.delete(toKey(operation))
      // There is one endpoint in an environment, and all its routes need it.
      if (operation.route?.id === 'webhooks.end')
        for (const key of samples.keys()) if (key.startsWith(`${operation.environment} webhooks.`)) samples.delete(key)
      if (!SPOILS_THE_STAGE.test(operation.id)) return
      samples.clear()
      stage = await setStage(service, stripe)
    },
  }
}

export type Shelf = Awaited<ReturnType<typeof openShelf>>
