import type { Page } from './test.ts'

/** Sends keys like a scanner: timestamps a few milliseconds apart, however busy the machine is, followed by Enter. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    const on = document.activeElement ?? document.body
    const begun = performance.now()
    for (const [i, key] of [...text, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      on.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: begun + i * 3 }))
    }
  }, code)
