// Where the groups of the queue lead.
import { expect, it } from 'vitest'
import { allHref, GROUP_NAMES } from './queue-groups.ts'

it('leads from each group to a list of its items only, in the environment shown', () => {
  expect(allHref('failing_webhooks', 'live')).toBe('/console/webhooks/endpoints?failing=true&environment=live')
  for (const name of GROUP_NAMES)
    expect(allHref(name, 'sandbox')).toMatch(/^\/console\/(queue\/\w+\?|[a-z/-]+\?.+&)environment=sandbox$/)
})
