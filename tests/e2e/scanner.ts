import type { Page } from './test.ts'

/** Keys as a scanner sends them: a few milliseconds apart by its own clock, however busy the machine, with Enter behind. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    const on = document.activeElement ?? document.body
    const begun = performance.now()
    for (const [i, key] of [...text, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      on.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: begun + i * 3 }))
    }
  }, code)
