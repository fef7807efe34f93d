// of ui-admin/src plugins/catalogue/admin plugins/inventory/admin plugins/sales/admin plugins/payments/admin plugins/content/admin
import { PLACE, addTea, fillCheckout, post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const value = (code: string) => ({ code, label: code })

test('the variant table shows the end of generated codes, and keeps availability and the remove button in view', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  const codes = ['s', 'm', 'l']
  const made = await page.request.post('/api/admin/product', {
    headers: { origin: baseURL ?? '' },
    data: {
      ...{ language: 'en-US', name: 'Travel cup', sku: 'celadon-travel-cup-1846', url: 'travel-cup' },
      options: ['size', 'colour', 'lid'].map((key) => ({ key, label: key, values: (key === 'size' ? codes : ['a']).map(value) })),
      stocks: codes.map((size) => ({ values: { size, colour: 'a', lid: 'a' }, price: '148.00' })),
    },
  })
  const { id } = (await made.json()) as { id: number }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/product/edit/${id}`)
  await page.getByRole('tab', { name: 'Options and variants' }).click()
  const row = page.getByRole('grid').getByRole('row').nth(3)
  await row.scrollIntoViewIfNeeded()
  const code = row.locator('.cut-inside').first()
  await expect(code).toHaveText('celadon-travel-cup-1846-stock3')
  await expect(code.locator('span').last()).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('button', { name: /^Remove/ })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('columnheader', { name: 'Available' })).toBeInViewport({ ratio: 1 })
})

for (const width of [1280, 390])
  test(`all permissions of a role fit the page at ${width} px`, async ({ page }) => {
    await signIn(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/role/create')
    const orders = page.getByRole('rowgroup', { name: 'Orders' })
    await expect(orders).toBeVisible()
    for (const right of ['Orders: View', 'Orders: Mark as shipped', 'Payments: Refund payment', 'Refunds: Export']) {
      const tick = page.getByRole('checkbox', { name: right, exact: true })
      await tick.scrollIntoViewIfNeeded()
      await expect(tick).toBeInViewport({ ratio: 1 })
    }
    const wider = await page.locator('.matrix').evaluate((matrix) => matrix.scrollWidth > matrix.clientWidth)
    expect(wider).toBe(false)
    if (width > 600) {
      const tick = page.getByRole('checkbox', { name: 'Refunds: Export', exact: true })
      const head = page.getByRole('columnheader', { name: 'Export', exact: true })
      await expect(head).toBeInViewport({ ratio: 1 })
      const [above, below] = await Promise.all([head.boundingBox(), tick.boundingBox()])
      const middle = (box: { x: number; width: number } | null) => Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)
      expect(Math.abs(middle(above) - middle(below))).toBeLessThan(3)
    }
    const tallest = await orders.locator('tr').evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)))
    expect(tallest).toBeLessThan(width > 600 ? 140 : 420)
    expect(await seriousFaults(page)).toEqual([])
  })

test('staff confirm the exact amount before an order is marked as paid', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'may@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  await signIn(page)
  await page.goto('/admin/order')
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByRole('dialog')).toContainText(/HKD 208\.00/)
})

test('draft lines are rows, also when opened by URL, and the edit URL of a placed order opens its view', async ({ page, baseURL }) => {
  await signIn(page)
  const { data: stocks } = (await (await page.request.get('/api/admin/stock?limit=1')).json()) as { data: { id: number }[] }
  const { id } = await post(page, baseURL ?? '', 'order', {
    lines: [{ kind: 'stock', subject_id: stocks[0]?.id, quantity: 1 }],
    guest: { email: 'kim@example.com', first_name: 'Kim', last_name: 'Lee' },
  })
  await page.goto(`/admin/order/edit/${id}`)
  const line = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  const [name, quantity] = await Promise.all([line.locator('strong').boundingBox(), line.getByRole('textbox').first().boundingBox()])
  expect(quantity?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))
  await post(page, baseURL ?? '', `order/${id}/place`)
  await page.goto(`/admin/order/edit/${id}`)
  await expect(page).toHaveURL(new RegExp(`/admin/order/${id}$`))
  await page.goto('/admin/order/edit/999999')
  await expect(page).toHaveURL(/\/admin\/order$/)
})

test('a validation error is shown once in the form, and the notification does not cover the field', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/brand/create')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.locator('.error-summary')).toContainText('This field is required.')
  const notice = page.locator('.bp6-toast')
  await expect(notice).toContainText('Create Fail')
  await expect(notice).not.toContainText('This field is required.')
  await expect(notice).toHaveCount(0)
})

test('a landing page links to its builder first, which shows it at a readable size', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/landing-page/edit/1')
  await page.getByRole('button', { name: 'Open page builder' }).click()
  const heading = page.frameLocator('#preview-frame').getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const scale = await page
    .locator('#preview-frame')
    .evaluate((frame) => frame.getBoundingClientRect().width / (frame as HTMLElement).offsetWidth)
  expect(scale).toBeGreaterThan(0.75)
})

test('sample data includes forms, services, tags and customer groups', async ({ page }) => {
  await signIn(page)
  const total = async (list: string) => ((await (await page.request.get(`/api/admin/${list}`)).json()) as { total: number }).total
  for (const list of ['form?q=Contact', 'product?type=service', 'tag', 'customer_group']) expect(await total(list), list).toBeGreaterThan(0)
  const { data } = (await (await page.request.get('/api/admin/customer_group')).json()) as { data: { id: number }[] }
  expect(await total(`customer?group_id=${data[0]?.id}`)).toBeGreaterThan(0)
})
