// of plugins/pos
import { waitForOfflineCache, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

type BrowserContext = ReturnType<Page['context']>

/** Number of tickets in the queue: each stage adds a tenth of them, the last one adds the rest. */
const TICKETS = Number(process.env['STOA_TILL_TICKETS'] ?? 500)
const SKU = 'TILL-STRESS'
const PRICE = 12.3

interface Shop {
  store: number
  stock: number
}

const rows = async (page: Page, path: string) => (await (await page.request.get(`/api/admin/${path}`)).json()).data

/** Creates a product with plenty of inventory in the warehouse of the store. */
async function plenty(page: Page, origin: string): Promise<Shop> {
  const [store] = await rows(page, 'store')
  const data = {
    name: 'Stress ball',
    url: 'till-stress',
    sku: SKU,
    stocks: [{ sku: SKU, price: PRICE.toFixed(2), inventories: [{ warehouse_id: store.warehouse_id, quantity: 5_000 }] }],
  }
  const made = await page.request.post('/api/admin/product', { data, headers: { origin } })
  expect(made.ok(), await made.text()).toBe(true)
  return { store: store.id, stock: (await made.json()).stocks[0].id }
}

async function openTill(page: Page, { store }: Shop, register: string): Promise<void> {
  await page.goto(`/admin/store/pos/new/${store}`)
  await page.getByText(register, { exact: true }).click()
  await page.getByRole('button', { name: /^(Open register|Join)$/ }).click()
  await expect(page.locator('.till-desk')).toBeVisible()
}

/** Completes this many sales with simulated scanner and keyboard input, as fast as the page renders. */
const sell = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    async ({ count: expectedCount, sku }) => {
      const until = async (found: () => Element | null | undefined): Promise<Element> => {
        for (;;) {
          const element = found()
          if (element) return element
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      const key = (name: string, at = performance.now()) => {
        const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
        ;(document.activeElement ?? document.body).dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: at }))
      }
      for (let n = 0; n < expectedCount; n++) {
        const begun = performance.now()
        for (const [i, character] of [...sku, 'Enter'].entries()) key(character, begun + i * 3)
        await until(() => document.querySelector('.till-lines > li'))
        key('F9')
        const form = await until(() => document.querySelector('.till-charge'))
        ;(form as HTMLFormElement).requestSubmit()
        const next = await until(() => document.querySelector('.till-sold')?.closest('.bp6-dialog')?.querySelector('.till-main'))
        ;(next as HTMLButtonElement).click()
        await until(() => (document.querySelector('.bp6-dialog') ? null : document.querySelector('.till-nothing')))
      }
      return expectedCount
    },
    { count, sku: SKU },
  )

/** The tickets that the device has written, and those that are not yet sent. */
const device = (page: Page, store: number) =>
  page.evaluate(
    (id) =>
      new Promise<{ written: number; waiting: number }>((resolve, reject) => {
        const opened = indexedDB.open('stoa-counter')
        opened.addEventListener('error', () => reject(opened.error))
        opened.addEventListener('success', () => {
          const tx = opened.result.transaction(['kept', 'queue'])
          const drawer = tx.objectStore('kept').get(`drawer ${id}`)
          const waiting = tx.objectStore('queue').count()
          tx.addEventListener('complete', () => {
            opened.result.close()
            resolve({ written: drawer.result.last - drawer.result.unused.length, waiting: waiting.result })
          })
        })
      }),
    store,
  )

/** Closes the tab during a sale, at a random moment. */
async function killedWhileSelling(context: BrowserContext, page: Page, store: number): Promise<Page> {
  const selling = sell(page, TICKETS).catch(() => 0)
  await page.waitForTimeout(2_000 + Math.random() * 400)
  await page.close({ runBeforeUnload: false })
  await selling
  const next = await context.newPage()
  await next.goto(`/admin/store/pos/new/${store}`)
  await expect(next.locator('.till-desk')).toBeVisible()
  // Removes the items that were on the ticket when the tab was closed.
  await next.waitForTimeout(300)
  const line = next.locator('.till-lines > li').first()
  if (await line.isVisible())
    await next
      .getByRole('button', { name: /^(Remove|Decrease quantity of) / })
      .first()
      .click()
  return next
}

test('sales made offline with the tab killed in between are all saved once, and stock and cash agree', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(900_000)
  await signIn(page)
  const shop = await plenty(page, baseURL ?? '')
  const { store } = shop
  let tab = page
  await openTill(tab, shop, 'Counter 1')
  await waitForOfflineCache(tab)
  await sell(tab, Math.round(TICKETS / 10))
  await tab.locator('.till-status.is-on').waitFor()

  await context.setOffline(true)
  await expect(tab.getByText('Offline – you can keep selling')).toBeVisible()
  await sell(tab, Math.round(TICKETS / 10))
  tab = await killedWhileSelling(context, tab, store)
  tab = await killedWhileSelling(context, tab, store)
  const cut = await device(tab, store)
  expect(cut.waiting).toBeGreaterThan(TICKETS / 10)

  // The network goes on and off, and the tab is closed while it sends tickets.
  await context.setOffline(false)
  tab = await killedWhileSelling(context, tab, store)
  await context.setOffline(true)
  await sell(tab, 5)
  await context.setOffline(false)
  const { written } = await device(tab, store)
  if (written < TICKETS) await sell(tab, TICKETS - written)

  // The register cannot be closed before all tickets are sent.
  await tab.route('**/api/admin/store/*/ticket*', (route) => route.abort())
  await sell(tab, 1)
  await tab.getByRole('button', { name: 'More', exact: true }).click()
  await tab.getByRole('menuitem', { name: 'Close register' }).click()
  await tab.getByLabel('Counted').pressSequentially('100', { delay: 60 })
  await tab.keyboard.press('Enter')
  await expect(tab.getByText(/ha(s|ve) not been sent from (its|their) devices? yet/)).toBeVisible({ timeout: 60_000 })
  await tab.unroute('**/api/admin/store/*/ticket*')
  await tab.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(async () => (await device(tab, store)).waiting, { timeout: 120_000 }).toBe(0)

  const all = (await device(tab, store)).written
  expect(all).toBeGreaterThanOrEqual(TICKETS)
  const list = await (await page.context().request.get('/api/admin/pos_ticket?limit=1')).json()
  expect(list.total).toBe(all)
  const stock = await (await tab.request.get(`/api/admin/inventory?stock_id=${shop.stock}`)).json()
  expect(5_000 - stock.data[0].quantity).toBe(all)
  await tab.getByRole('button', { name: 'More', exact: true }).click()
  await tab.getByRole('menuitem', { name: 'Close register' }).click()
  await tab.getByLabel('Counted').pressSequentially((all * PRICE).toFixed(2), { delay: 60 })
  await tab.keyboard.press('Enter')
  await expect(tab.getByText('No difference.')).toBeVisible()
  await tab.getByRole('dialog').locator('.till-main').click()
  await expect(tab.getByRole('dialog').getByText(`Sales (${all})`)).toBeVisible()
})
