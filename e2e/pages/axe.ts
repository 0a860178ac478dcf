// What axe finds on a page, with every impact: minor, moderate, serious and critical.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Colours may still be on their way from one scheme to the other; what is measured must stand still. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() => document.getAnimations().length === 0)
}

/**
 * Three rows, items or sections with the same elements and classes tell as much as four hundred, in a tenth of the time: the rest of
 * them is removed. Runs in the page.
 */
function keepThreeOfAShape(): void {
  const repeated = new Set(['TR', 'LI', 'DETAILS', 'SECTION', 'ARTICLE', 'P', 'PRE', 'SPAN'])
  const thin = (element: Element): string => {
    const counts = new Map<string, number>()
    for (const child of [...element.children]) {
      const shape = thin(child)
      const count = (counts.get(shape) ?? 0) + 1
      counts.set(shape, count)
      if (count > 3 && repeated.has(child.tagName)) child.remove()
    }
    const looks = [...element.attributes].filter(({ name }) =>
      /^(class|role|style|data-|aria-(?!label|desc|contr))/.test(name),
    )
    // Whether it has a name is part of the shape: a fourth button without one stays.
    const named = ['aria-label', 'aria-labelledby', 'alt', 'title', 'href', 'for'].filter((name) =>
      element.hasAttribute(name),
    )
    const text = /^(A|BUTTON|LABEL|TD|TH|OPTION)$/.test(element.tagName) && element.textContent?.trim() ? 'text' : ''
    const own = [...looks.map(({ name, value }) => `${name}=${value}`), ...named, text].join(' ')
    return `<${element.tagName} ${own}>${[...counts.keys()].join('')}</>`
  }
  thin(document.body)
}

/** Runs in the page. */
const listDoubleIds = (): string[] => {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

/** All rules, or some of them. An ID that two elements have is looked for before any is removed. */
export async function listViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await standsStill(page)
  const double = (await page.evaluate(listDoubleIds)).map((id) => `the ID ${id} is not unique`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.evaluate(keepThreeOfAShape)
  const found = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    const options = { resultTypes: ['violations'], selectors: false, preload: false }
    return (await axe.run({ ...options, ...(only ? { runOnly: only } : {}) })).violations
  }, rules)
  const violations = found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html.slice(0, 200)} ${failureSummary}`),
  )
  return [...double, ...violations]
}
