import type { Page } from './test.ts'

/**
 * Counts what a hand does beside typing: every time a button of the mouse or a finger goes down, whichever way a test makes
 * it. Keys are free. Has to be called before the page is opened.
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
