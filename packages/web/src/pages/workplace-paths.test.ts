// The server knows the same pages as the workplaces' routes.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isWorkplacePath } from './workplace-paths.ts'

const readPaths = (place: string): string[] => {
  const source = readFileSync(new URL(`./${place}/routes.tsx`, import.meta.url), 'utf8')
  const written = source.matchAll(/(?:path="|page\(')(\/[^"']+)["']/g)
  return [...written].map(([, path]) => path!.replace(/:\w+/, 'ord_1'))
}

it.each(['account', 'portal', 'console'])('has every page of the %s', (place) => {
  const paths = readPaths(place)
  expect(paths.length).toBeGreaterThan(4)
  expect(paths.filter((path) => !isWorkplacePath(path))).toEqual([])
})

it('has no other page', () => {
  const others = ['/console/no-such-page', '/console/orders/ord_1/more', '/portal/tlds', '/console/search/x', '/other']
  expect(others.filter(isWorkplacePath)).toEqual([])
  expect(isWorkplacePath('/console/')).toBe(true)
})
