import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import type { OpenCounter } from './load.ts'

/** CPU throttling factor: a shop's device is that much slower than this machine. */
const SLOWER = 4
const SCANS = 60
const LINES = 10

export interface CounterSpeed {
  /** Milliseconds from opening the URL to a usable register: the first time, and with a stored article list. */
  first: number
  again: number
  /** Number of articles stored on the device. */
  articles: number
  /** Milliseconds from the last key of a scanner to the drawn line: median and 95th percentile. */
  scan: { p50: number; p95: number }
  /** Milliseconds from a typed letter to its search results. */
  typed: number
  /** Milliseconds from "charge" to the dialog, and from "finish" to the receipt, for a ticket of ten lines. */
  charge: number
  receipt: number
}

/** Measures a register in a throttled browser as a cashier uses it: by key presses and drawn results. */
export async function counterSpeed(origin: string, counter: OpenCounter): Promise<CounterSpeed> {
  const browser = await chromium.launch(await findBrowser())
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: origin })
    await context.addCookies([{ name: 'stoa_admin', value: counter.token, url: origin }])
    // The runner of this file inserts a helper for function names that does not exist in pages.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    const page = await context.newPage()
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto('/admin/store/pos/new/1')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.locator('.till-desk').waitFor()
    const first = await openAgain(page)
    await page.waitForFunction(() => document.querySelectorAll('.till-article').length > 0, undefined, { timeout: 120_000 })
    const articles = await waitForFullList(page, counter.prices.size)
    const again = await openAgain(page)
    await page.waitForTimeout(3_000)
    // Shorter input would be taken for typing.
    const skus = counter.skus.filter((sku) => sku.length > 6).slice(0, SCANS)
    const scans: number[] = []
    for (const sku of skus.slice(LINES)) scans.push(await scan(page, sku))
    const typed = await type(page)
    await page.reload()
    await empty(page)
    for (const sku of skus.slice(0, LINES)) await scan(page, sku)
    // Wait for the server's quote before a total is shown.
    await page.waitForTimeout(1_500)
    const charge = await drawn(page, 'F9', '.till-charge')
    const receipt = await drawn(page, 'submit', '.till-sold .till-paper')
    scans.sort((a, b) => a - b)
    return {
      first,
      again,
      articles,
      typed,
      charge,
      receipt,
      scan: { p50: scans[Math.floor(scans.length / 2)] ?? 0, p95: scans[Math.floor(scans.length * 0.95)] ?? 0 },
    }
  } finally {
    await browser.close()
  }
}

async function openAgain(page: Page): Promise<number> {
  const begun = performance.now()
  await page.reload()
  await page.locator('.till-article').first().waitFor({ timeout: 120_000 })
  return performance.now() - begun
}

/**
 * Waits until the device stores the whole article list.
 * @returns the number of articles
 */
async function waitForFullList(page: Page, expectedCount: number): Promise<number> {
  for (;;) {
    const found = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opened = indexedDB.open('stoa-counter')
          opened.addEventListener('success', () => {
            const names = [...opened.result.objectStoreNames].filter((name) => name === 'lists')
            const counts = names.map((name) => opened.result.transaction(name).objectStore(name).getAll())
            if (counts.length === 0) resolve(0)
            counts[0]?.addEventListener('success', () => {
              opened.result.close()
              resolve((counts[0]?.result ?? []).flatMap((row: { articles?: unknown[] }) => row.articles ?? [row]).length)
            })
          })
        }),
    )
    if (found >= expectedCount) return found
    await page.waitForTimeout(500)
  }
}

const empty = async (page: Page): Promise<void> => {
  await page.locator('.till-lines > li').first().waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Clear' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
  await page.locator('.till-nothing').waitFor()
}

/**
 * Sends keys as a scanner does.
 * @returns milliseconds from the last key to the frame that shows the new line or quantity
 */
const scan = (page: Page, sku: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector('.till-lines')?.textContent
        const begun = performance.now()
        for (const [i, key] of [...text, 'Enter'].entries()) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
          ;(document.activeElement ?? document.body).dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: begun + i * 3 }))
        }
        const look = () => {
          if (document.querySelector('.till-lines')?.textContent === before) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - begun))
        }
        look()
      }),
    sku,
  )

/** @returns milliseconds from a typed letter to the frame that shows the search results */
async function type(page: Page): Promise<number> {
  await page.keyboard.press('F2')
  const begun = await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('.till-articles input')
    const before = document.querySelector('.till-grid')?.textContent
    const at = performance.now()
    const timing = globalThis as { typed?: Promise<number> }
    timing.typed = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector('.till-grid')?.textContent === before) requestAnimationFrame(look)
        else requestAnimationFrame(() => resolve(performance.now() - at))
      }
      look()
    })
    return field !== null
  })
  if (!begun) return 0
  await page.keyboard.press('k')
  return page.evaluate(() => (globalThis as { typed?: Promise<number> }).typed ?? 0)
}

/** @returns milliseconds from a key press or form submission until the selector is drawn */
const drawn = (page: Page, key: string, selector: string): Promise<number> =>
  page.evaluate(
    ({ key: pressed, selector: expectedSelector }) =>
      new Promise<number>((resolve) => {
        const begun = performance.now()
        const form = document.querySelector<HTMLFormElement>('.till-charge')
        if (pressed === 'submit') form?.requestSubmit()
        else window.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }))
        const look = () => {
          if (document.querySelector(expectedSelector)) requestAnimationFrame(() => resolve(performance.now() - begun))
          else requestAnimationFrame(look)
        }
        look()
      }),
    { key, selector },
  )
