// of ui-admin/src/dashboard ui-admin/src/document ui-admin/src/calendar ui-admin/src/common ui-admin/src/styles plugins/purchasing/admin plugins/inventory/admin
import { addTea, fillCheckout, PLACE, post, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const speak = (page: Page, origin: string, language: string) =>
  page.context().addCookies([{ name: 'admin_language', value: language, url: origin }])

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Creates a sent purchase order with one of three units received. */
async function partlyReceived(page: Page, origin: string): Promise<number> {
  const headers = { origin }
  const rows = async (path: string) => ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: { id: number }[] }).data
  const [supplier] = await rows('supplier?q=Harbour')
  const [warehouse] = await rows('warehouse')
  const [stock] = await rows(`po/stocks?q=POT-RUST&supplier_id=${supplier?.id}`)
  const data = { supplier_id: supplier?.id, warehouse_id: warehouse?.id, lines: [{ stock_id: stock?.id, quantity: 3 }] }
  const made = (await (await page.request.post('/api/admin/po', { data, headers })).json()) as { id: number; lines: { id: number }[] }
  await page.request.post(`/api/admin/po/${made.id}/submit`, { data: {}, headers })
  const came = await page.request.post(`/api/admin/po/${made.id}/receipt`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: { delivery_note: '', lines: [{ po_line_id: made.lines[0]?.id, accepted: 1 }] },
  })
  expect(came.ok(), await came.text()).toBe(true)
  return made.id
}

/** Buys the demo's tea. @returns the order number */
async function buyTea(page: Page): Promise<string> {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'may@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  return new URL(page.url()).searchParams.get('order') ?? ''
}

/** Requests of the screens for one row. */
const broken = /\/api\/admin\/(contact|lead|po|stocktake)\/\d+/

/** Creates a record to open. @returns its path below /admin */
const screens: Record<'contact' | 'lead' | 'po' | 'count', (page: Page, origin: string) => Promise<string>> = {
  contact: async (page, origin) => `contact/edit/${await made(page, origin, 'contact', { first_name: 'May' })}`,
  lead: async (page, origin) => {
    const { data } = (await (await page.request.get('/api/admin/funnel')).json()) as { data: { id: number }[] }
    const contact_id = await made(page, origin, 'contact', { first_name: 'May' })
    return `lead/edit/${await made(page, origin, 'lead', { title: 'A gift', funnel_id: data[0]?.id, contact_id })}`
  },
  po: async (page, origin) => `po/${await partlyReceived(page, origin)}`,
  count: async (page, origin) => {
    const { data } = (await (await page.request.get('/api/admin/warehouse')).json()) as { data: { id: number }[] }
    return `stocktake/${await made(page, origin, 'stocktake', { warehouse_id: data[0]?.id })}`
  },
}

async function made(page: Page, origin: string, resource: string, data: object): Promise<number> {
  const answer = await page.request.post(`/api/admin/${resource}`, { headers: { origin }, data })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

test('the dashboard shows the customer of an order, and fits beside the menu in every language', async ({ page, baseURL }) => {
  const number = await buyTea(page)
  await signIn(page)
  const { data } = (await (await page.request.get(`/api/admin/order?q=${number}`)).json()) as { data: { id: number }[] }
  await post(page, baseURL ?? '', `order/${data[0]?.id}/pay`)
  for (const language of ['en-US', 'zh-HK', 'zh-CN']) {
    await speak(page, baseURL ?? '', language)
    await page.goto('/admin/dashboard')
    const order = page.locator('section[aria-labelledby=card-orders]').getByRole('listitem').first()
    await expect(order).toContainText('May Chan')
    await expect(order.locator('.record-cell.is-money')).toContainText('HKD')
    // One status only: the list has no column headers to tell several apart.
    await expect(order.locator('.status')).toHaveCount(1)
    for (const width of [1280, 1024, 901, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect({ language, width, sideways: Math.max(0, await sideways(page)) }).toEqual({ language, width, sideways: 0 })
    }
    expect(await seriousFaults(page)).toEqual([])
  }
})

test('all cards of a page have the same background color in dark mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Stock alerts' })).toBeVisible()
  const colours = await page
    .locator('.bp6-card, .panel')
    .evaluateAll((all) => [...new Set(all.map((element) => getComputedStyle(element).backgroundColor))])
  expect(colours).toHaveLength(1)
})

test('the progress of a purchase order fits a narrow phone at every step', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await partlyReceived(page, baseURL ?? '')
  await page.setViewportSize({ width: 340, height: 740 })
  await page.goto(`/admin/po/${id}`)
  const road = page.getByRole('list', { name: 'Progress' })
  await expect(road).toContainText('Partly received')
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  for (const step of await road.getByRole('listitem').all()) await expect(step.locator('.doc-road-mark')).toBeInViewport({ ratio: 1 })
  expect(await seriousFaults(page)).toEqual([])
})

test('the primary action does not change while parts of a document are loading', async ({ page, baseURL }) => {
  const number = await buyTea(page)
  await signIn(page)
  const { data } = (await (await page.request.get(`/api/admin/order?q=${number}`)).json()) as { data: { id: number }[] }
  const paid = await page.request.post(`/api/admin/order/${data[0]?.id}/pay`, { data: {}, headers: { origin: baseURL ?? '' } })
  expect(paid.ok(), await paid.text()).toBe(true)
  await page.addInitScript(() => {
    const shownNumbers: string[] = []
    Object.assign(window, { seen: shownNumbers })
    new MutationObserver(() => {
      const now = document.querySelector('.doc-next')?.textContent
      if (now && shownNumbers.at(-1) !== now) shownNumbers.push(now)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  // Components of other plugins load late, as on a slow connection.
  await page.route(/parcels/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500))
    await route.continue()
  })
  await page.goto(`/admin/order/${data[0]?.id}`)
  await expect(page.locator('.doc-next')).toHaveText('Pack items')
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual(['Pack items'])
})

test("items are received under the product name in the reader's language", async ({ page, baseURL }) => {
  await signIn(page)
  const id = await partlyReceived(page, baseURL ?? '')
  await speak(page, baseURL ?? '', 'zh-HK')
  await page.goto(`/admin/po/${id}/receive`)
  await expect(page.getByText('POT-RUST')).toBeVisible()
  await expect(page.getByText('Clay teapot')).toHaveCount(0)
  await page.route('**/api/admin/po/*/view*', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', messages: [] } }))
  await page.reload()
  await expect(page.getByRole('alert').getByRole('button')).toBeVisible()
})

test('calendar sources have distinct colors, and the time zone is shown by name', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/calendar')
  await expect(page.locator('.cal-legend button').first()).toBeVisible()
  const dots = await page
    .locator('.cal-legend button')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element, '::before').backgroundColor))
  expect(new Set(dots).size).toBe(dots.length)
  await expect(page.locator('.cal-foot')).toContainText('Hong Kong')
  await expect(page.locator('.cal-foot')).not.toContainText('_')
})

test('a lead card shows the waiting time in words, and a phone number that can be dialed', async ({ page, baseURL }) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '' }
  const { data } = (await (await page.request.get('/api/admin/funnel')).json()) as { data: { id: number }[] }
  const contact = (await (
    await page.request.post('/api/admin/contact', { headers, data: { first_name: 'May', country_code: '852', phone: '91234567' } })
  ).json()) as { id: number }
  const made = await page.request.post('/api/admin/lead', {
    headers,
    data: { title: 'A gift for each', contact_id: contact.id, funnel_id: data[0]?.id },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await page.goto(`/admin/funnel/management/${data[0]?.id}`)
  const card = page.locator('.board-card', { hasText: 'A gift for each' })
  await expect(card).toContainText('+852 91234567')
  await expect(card).toContainText('0 days')
})

test('a country is chosen by its name', async ({ page, baseURL }) => {
  await signIn(page)
  const made = await page.request.post('/api/admin/contact', {
    headers: { origin: baseURL ?? '' },
    data: { first_name: 'May', country: 'HKG' },
  })
  const { id } = (await made.json()) as { id: number }
  await page.goto(`/admin/contact/view/${id}`)
  const country = page.getByLabel(/^Country/)
  await expect(country).toHaveValue('HKG')
  await expect(country.locator('option:checked')).toHaveText(/Hong Kong/)
  await country.selectOption({ label: 'Japan' })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Submit Success')).toBeVisible()
  expect(((await (await page.request.get(`/api/admin/contact/${id}`)).json()) as { country: string }).country).toBe('JPN')
})

for (const screen of ['contact', 'lead', 'po', 'count'] as const)
  test(`a ${screen} that fails to load announces an error, and is shown after a retry`, async ({ page, baseURL }) => {
    await signIn(page)
    const path = await screens[screen](page, baseURL ?? '')
    const fault = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', messages: ['Something went wrong.'] } }))
    await page.goto(`/admin/${path}`)
    await expect(fault).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.unroute(broken)
    await fault.getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(fault).toHaveCount(0)
  })
