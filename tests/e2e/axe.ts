import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

interface Axe {
  run(on: Document, how: object): Promise<{ violations: Violations }>
}

const OPTIONS = { resultTypes: ['violations' as const] }

// The copy that the builder itself brings.
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as { source: string }

/**
 * What axe finds on a page. Its builder loads it anew into the page and into a second, empty one for every look, which
 * takes four times as long; only pages with frames need that.
 */
export async function violationsOf(page: Page): Promise<Violations> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(OPTIONS).analyze()).violations
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (options) => {
    const axe: Axe = Reflect.get(window, 'axe')
    return (await axe.run(document, options)).violations
  }, OPTIONS)
}
