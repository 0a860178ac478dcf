// Carries out commands at the registry: leases what is due, and works on several at a time. A process may die at any moment: the
// next one asks the registry before it sends anything.
import type { Deps } from '../../../deps.ts'
import { createLeaseLoop } from '../../../jobs/lease-loop.ts'
import { CHANGES_PER_SESSION } from '../../../kernel/limits.ts'
import { countLanes } from '../../../kernel/settings/delivery.ts'
import { inSpan } from '../../../kernel/trace.ts'
import { type Command, leaseDue } from '../store/commands.ts'
import { isConnected } from './queue.ts'
import { onCommandQueued } from './wake.ts'
import { type WorkDeps, workOn } from './work.ts'

export function createCommandEngine(deps: WorkDeps & Pick<Deps, 'config' | 'metrics' | 'tracer'>) {
  const { config, db, log, metrics, tracer, registrars } = deps

  async function work(command: Command, lease: string): Promise<void> {
    const attributes = { 'freehold.command_id': command.id }
    try {
      await inSpan(tracer, 'change domain', { attributes, parent: null }, () => workOn(deps, command, lease))
      metrics.jobs.inc({ kind: 'registry_command', outcome: 'succeeded' })
    } catch (error) {
      // The lease ends, and another attempt begins by asking the registry.
      metrics.jobs.inc({ kind: 'registry_command', outcome: 'failed' })
      log.error({ err: error, command_id: command.id }, 'could not work on a registry command')
    }
  }

  return createLeaseLoop<Command>({
    name: 'registry commands',
    concurrency: countLanes(config.delivery, CHANGES_PER_SESSION),
    log,
    onQueued: onCommandQueued,
    lease: async (lease, limit) => (isConnected(registrars) ? leaseDue(db, lease, limit) : []),
    work,
  })
}
