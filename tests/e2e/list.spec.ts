// of core/fields core/resource plugins/catalogue plugins/content ui-admin/src/list
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Creates brands through the API, so that each test has its own rows. */
async function makeBrands(page: Page, origin: string, word: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const data = { title: `${word} ${String(n).padStart(2, '0')}`, url: `${word.toLowerCase()}-${n}`, enabled: true, language: 'en-US' }
    // oxlint-disable-next-line no-await-in-loop
    const answer = await page.request.post('/api/admin/brand', { data, headers: { origin } })
    expect(answer.status(), await answer.text()).toBe(201)
  }
}

const found = async (page: Page, query: string) => (await (await page.request.get(`/api/admin/brand?${query}`)).json()).total as number

test('all records matching a list can be changed and deleted at once, beyond the current page', async ({ page, baseURL }) => {
  await signIn(page)
  await makeBrands(page, baseURL ?? '', 'Oolong', 13)
  await page.goto('/admin/brand?q=oolong')
  await page.getByLabel('Select this page').click()
  await page.getByRole('button', { name: 'Select all 13 matching' }).click()
  await expect(page.getByText('All 13 matching selected')).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  expect(await found(page, 'q=oolong&enabled=false')).toBe(13)

  await page.locator('.batch').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 13 brands' }).click()
  await expect(page.getByText('Delete Success')).toBeVisible()
  await expect(page.getByText('No brands match your search')).toBeVisible()
  expect(await found(page, 'q=oolong')).toBe(0)
})

test('a partly failed batch shows which records failed and why, and retries those', async ({ page, baseURL }) => {
  await signIn(page)
  await makeBrands(page, baseURL ?? '', 'Sencha', 3)
  const { data } = await (await page.request.get('/api/admin/brand?q=sencha&sort=id')).json()
  const [first] = data as { id: number }[]
  const product = await page.request.get('/api/admin/product/1?language=*').then((answer) => answer.json())
  const updated = await page.request.put('/api/admin/product/1', {
    data: { brand_id: first?.id, version: product.version },
    headers: { origin: baseURL ?? '' },
  })
  expect(updated.ok(), await updated.text()).toBe(true)
  await page.goto('/admin/brand?q=sencha')
  await page.getByLabel('Select this page').click()
  await page.locator('.batch').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 brands' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete results' })
  await expect(dialog.getByText('Deleted (2)')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Sencha 01.*used elsewhere/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  const free = await page.request.get('/api/admin/product/1?language=*').then((answer) => answer.json())
  await page.request.put('/api/admin/product/1', { data: { brand_id: null, version: free.version }, headers: { origin: baseURL ?? '' } })
  await dialog.getByRole('button', { name: 'Retry failed records' }).click()
  await expect(page.getByText('Delete Success')).toBeVisible()
  expect(await found(page, 'q=sencha')).toBe(0)
})

test('a page can be selected once its rows are loaded, and not before', async ({ page }) => {
  await signIn(page)
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/api/admin/product?*', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/admin/product?q=cup')
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  const tick = page.getByLabel('Select this page')
  await expect(tick).toHaveCount(0)
  letThrough()
  await tick.click()
  await expect(page.getByRole('button', { name: 'Change…' })).toBeVisible()
})

test('one field of many rows is set in a dialog', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product?q=cup')
  await page.getByLabel('Select this page').click()
  await page.getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Field').selectOption({ label: 'New' })
  await dialog.locator('.bp6-switch').click()
  await dialog.getByRole('button', { name: /^Change \d+ products$/ }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  const after = await (await page.request.get('/api/admin/product?q=cup&is_new=false')).json()
  expect(after.total).toBe(0)
})

test('long names and codes push no column out of view, and a column without values is hidden', async ({ page, baseURL }) => {
  await signIn(page)
  const sku = 'celadon-travel-cup-4027-blue'
  const name = 'Celadon travel cup with a lid, a saucer and a rather long name'
  const data = { name, sku, url: sku, type: 'general', visibled: true, language: 'en-US' }
  const made = await page.request.post('/api/admin/product', { data, headers: { origin: baseURL ?? '' } })
  expect(made.status(), await made.text()).toBe(201)
  const scroller = page.locator('.table-scroll')
  const hidden = () => scroller.evaluate((place) => place.scrollWidth - place.clientWidth)
  const toDo = page.getByRole('columnheader', { name: 'Needs attention' })
  for (const path of ['product', 'booking/event', 'supplier']) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`/admin/${path}`)
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.locator('.rows tbody tr:not([aria-hidden])').first()).toBeVisible()
    // oxlint-disable-next-line no-await-in-loop
    expect([path, await hidden()]).toEqual([path, 0])
  }
  await page.goto('/admin/product?q=celadon')
  await expect(page.getByTitle(name)).toBeVisible()
  await expect(page.getByTitle(sku)).toBeVisible()
  await expect(toDo).toBeVisible()
  await page.goto('/admin/product?q=jasmine')
  await expect(page.locator('.rows tbody tr:not([aria-hidden])').first()).toBeVisible()
  await expect(toDo).toHaveCount(0)
})

test('columns and their order are the same in another browser of that person', async ({ page, browser, baseURL }) => {
  await signIn(page)
  await page.goto('/admin/block')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.locator('.column-chooser').getByText('Created At').click()
  await page.getByRole('button', { name: 'Move Created At forward' }).click()
  const heads = ['Created At', 'Updated At']
  const getHeadings = (target: Page) => target.locator('thead th').allInnerTexts()
  await expect.poll(async () => (await getHeadings(page)).filter((name) => heads.includes(name))).toEqual(heads)
  // The page shows a change before it is stored.
  await page.waitForLoadState('networkidle')
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await elsewhere.newPage()
  await signIn(other)
  await other.goto('/admin/block')
  await expect.poll(async () => (await getHeadings(other)).filter((name) => heads.includes(name))).toEqual(heads)
  await elsewhere.close()
  await page.locator('.column-chooser').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('columnheader', { name: 'Created At' })).toHaveCount(0)
})

test('a view stores filters, order and columns, shows unsaved changes, and can be shared with everyone', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product?sort=-name&visibled=true')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('On sale, Z first')
  await dialog.getByText('Everyone').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await expect(tabs.getByRole('link', { name: 'On sale, Z first' })).toHaveAttribute('aria-current', 'true')
  await tabs.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/admin\/product$/)
  await tabs.getByRole('link', { name: 'On sale, Z first' }).click()
  await expect(page).toHaveURL(/visibled=true.*sort=-name.*view=\d+/)
  await expect(page.getByRole('columnheader', { name: 'Product Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(tabs.getByText('changed')).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'SKU' }).getByRole('button').click()
  await expect(tabs.getByText('changed')).toHaveCount(1)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save changes to “On sale, Z first”' }).click()
  await expect(tabs.getByText('changed')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
})

test('a view with a removed column and option opens without them, says so, and is repaired by saving', async ({ page, baseURL }) => {
  await signIn(page)
  const savedView = {
    resource: 'order',
    name: 'Kept long ago',
    query: 'status=parked%2Cpaid&sort=-colour',
    columns: [],
    compact: false,
    shared: false,
  }
  const made = await page.request.post('/api/admin/saved_view', { data: savedView, headers: { origin: baseURL ?? '' } })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto('/admin/order')
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Kept long ago' })
  await tab.click()
  const notice = page.getByText('Not applied because it no longer exists: colour, Status “parked”')
  await expect(notice).toBeVisible()
  await expect(page.locator('.toolbar .chip')).toContainText('Paid')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save changes to “Kept long ago”' }).click()
  await expect(notice).toHaveCount(0)
  // A bookmarked URL behaves the same.
  await page.goto('/admin/order?sort=colour')
  await expect(page.getByText('Not applied because it no longer exists: colour')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('letter keys move through a list, select, open and search, until they are disabled', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product')
  await page.locator('.row-title').first().waitFor()
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.locator('.row-title').nth(1)).toBeFocused()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/product\/edit\/\d+/)
  await page.goBack()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search products')).toBeFocused()
  await page.keyboard.type('njx')
  await expect(page.getByLabel('Search products')).toHaveValue('njx')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Next row')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.goto('/admin/profile')
  await page.getByText('Single-key shortcuts').click()
  await page.goto('/admin/product')
  await page.locator('.row-title').first().waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/product$/)
  await page.goto('/admin/profile')
  await page.getByText('Single-key shortcuts').click()
})

test('Back restores the scroll position of a long list', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product?limit=50')
  const last = page.locator('.row-title').last()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  await last.click()
  await expect(page).toHaveURL(/edit/)
  await page.goBack()
  await expect(page.locator('.row-title').last()).toBeInViewport()
})

test('a list shows a timestamp on the business day', async ({ page, baseURL }) => {
  await signIn(page)
  await makeBrands(page, baseURL ?? '', 'Hojicha', 1)
  await page.route('**/api/admin/brand?*', async (route) => {
    const answer = await route.fetch()
    const list = (await answer.json()) as { data: Record<string, unknown>[] }
    // 04:00 of the next day in Hong Kong.
    const data = list.data.map((row) => ({ ...row, updated_at: '2026-01-31T20:00:00.000Z' }))
    await route.fulfill({ response: answer, json: { ...list, data } })
  })
  await page.goto('/admin/brand?q=hojicha')
  await expect(page.locator('td time').last()).toHaveText('2026-02-01')
})
