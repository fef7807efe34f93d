import type { Page } from './test.ts'

/**
 * Counts actions other than typing: every mouse button or touch press, however the test makes it. Keys are not counted. Call it before
 * the page is opened.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeBinding('aPress', () => void presses++)
  await page.addInitScript(() => {
    const { aPress } = window as unknown as { aPress: () => void }
    addEventListener('pointerdown', (event) => event.isTrusted && aPress(), true)
  })
  return () => presses
}
