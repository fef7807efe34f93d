import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

interface Axe {
  run(on: Document, options: object): Promise<{ violations: Violations }>
  _audit: { rules: { id: string; impact: string | null }[] }
}

const GRAVE = ['serious', 'critical']
const isGrave = ({ impact }: Violations[number]) => GRAVE.includes(impact ?? '')
const OPTIONS = { resultTypes: ['violations' as const] }

// The copy of axe-core that the builder itself uses.
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as { source: string }

/**
 * Serious and critical violations that axe finds on a page. A violation has the impact of its rule, so rules with a lower impact, a
 * fifth of the work, are disabled. The builder injects axe again into the page and into an empty second page for every analysis, which
 * takes four times as long; only pages with frames need that.
 */
export async function graveViolations(page: Page): Promise<Violations> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(OPTIONS).analyze()).violations.filter(isGrave)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(
    async ({ options, grave }) => {
      const axe: Axe = Reflect.get(window, 'axe')
      // A rule without an impact of its own takes the impact of its checks.
      const light = axe._audit.rules.filter(({ impact }) => impact !== null && !grave.includes(impact))
      const rules = Object.fromEntries(light.map(({ id }) => [id, { enabled: false }]))
      return (await axe.run(document, { ...options, rules })).violations
    },
    { options: OPTIONS, grave: GRAVE },
  )
  return found.filter(isGrave)
}
