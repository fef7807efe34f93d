import { chromium } from '@playwright/test'

/**
 * The time from the last byte of a response with 100 rows until the list is drawn and accepts input, with fourfold CPU throttling.
 * Requires a built and running product:
 *
 * STOA_URL=http://127.0.0.1:3000 STOA_EMAIL=… STOA_PASSWORD=… node tests/bench/admin-list.mjs product
 */
const { STOA_URL = 'http://127.0.0.1:3000', STOA_EMAIL, STOA_PASSWORD, STOA_BROWSER } = process.env
const resource = process.argv[2] ?? 'product'
/** Different search words each time, so that neither the cache nor the rows of the previous run are shown. */
const words = ['a', 'e', 't', 's', 'm', 'p', 'l', 'te', 'am']

const browser = await chromium.launch({ ...(STOA_BROWSER ? { executablePath: STOA_BROWSER } : {}), args: ['--no-sandbox'] })
const context = await browser.newContext({ baseURL: STOA_URL, viewport: { width: 1280, height: 860 } })
const login = await context.request.post('/api/admin/login', { data: { email: STOA_EMAIL, password: STOA_PASSWORD } })
if (!login.ok()) throw new Error(await login.text())
const page = await context.newPage()
const cdp = await context.newCDPSession(page)
await page.goto(`/admin/${resource}`)
await page.locator('.row-title').first().waitFor()
await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })

const firsts = []
const alls = []
let rows = 0
for (const word of words) {
  const result = await page.evaluate(async (search) => {
    performance.clearResourceTimings()
    const drawn = new Promise((resolve, reject) => {
      const begun = performance.now()
      let first = 0
      let done = 0
      const look = () => {
        const count = document.querySelectorAll('tbody tr[data-id]').length
        const waiting = document.querySelector('.is-waiting') !== null
        if (waiting || performance.now() - begun < 60) return requestAnimationFrame(() => setTimeout(look))
        if (!first && count >= 20) first = performance.now()
        if (!done && count >= 50) done = performance.now()
        const answer = performance.getEntriesByType('resource').findLast((entry) => /limit=100/.test(entry.name))
        if (done && answer) return resolve({ first: first - answer.responseEnd, all: done - answer.responseEnd, count })
        if (performance.now() - begun > 8_000) return reject(new Error(`Not drawn: ${count} rows, waiting ${waiting}`))
        // A task after the frame: the rows are painted and the main thread is idle.
        requestAnimationFrame(() => setTimeout(look))
      }
      look()
    })
    history.pushState({}, '', `${location.pathname}?${search}`)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    return drawn
  }, `limit=100&q=${word}`)
  firsts.push(result.first)
  alls.push(result.all)
  rows = result.count
  await page.evaluate(() => {
    history.pushState({}, '', location.pathname)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await page.waitForTimeout(400)
}
const middle = (list) =>
  `${list.sort((a, b) => a - b)[Math.floor(list.length / 2)].toFixed(0)} ms (${list[0].toFixed(0)} to ${list.at(-1).toFixed(0)})`
process.stdout.write(
  `${resource}: ${rows} rows, CPU slowed 4×, median of ${words.length}: first screen ${middle(firsts)}, all rows ${middle(alls)}
`,
)
await browser.close()
