// of plugins/purchasing/admin/suggest
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

interface Suggested {
  stock_id: number
  name: string
  supplier_id: number | null
}

/** Reduces the available inventory of some stocks with sales to zero, and returns the suggestions. */
async function runLow(page: Page, origin: string): Promise<Suggested[]> {
  const rows = async <T>(path: string) => ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: T[] }).data
  const lines = await rows<{ id: number; quantity: number; reserved: number }>('inventory?limit=100')
  for (const { id, quantity, reserved } of lines.filter((line) => line.quantity > line.reserved).slice(0, 12))
    await page.request.post('/api/admin/inventory/minus', {
      headers: { origin },
      data: { inventory_id: id, quantity: quantity - reserved, reason: 'Broken' },
    })
  const found = (await rows<Suggested>('po/suggest?language=en-US')).filter(({ supplier_id }) => supplier_id !== null)
  expect(found.length).toBeGreaterThan(1)
  return found
}

const quantities = (page: Page) => page.getByRole('textbox', { name: /^Quantity: / })

test('a quantity can be overwritten, Enter creates the draft at once, and a second Enter creates no other', async ({ page, baseURL }) => {
  await signIn(page)
  const [low] = await runLow(page, baseURL ?? '')
  await page.goto('/admin/po/suggest')
  const ticks = page.getByRole('checkbox')
  await expect(ticks.first()).toBeVisible()
  // Price and delivery time are shown in full, even if the supplier field is narrow.
  await expect(page.locator('.po-suggest-terms').first()).toHaveText(/^[A-Z]{3} [\d,]+\.\d\d · \d+ days?$/)
  // Select one of the suggestions only.
  for (const tick of (await ticks.all()).slice(1)) if (await tick.isEnabled()) await tick.setChecked(false)
  await expect(page.getByRole('button', { name: 'Create draft orders (1)' })).toBeEnabled()
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/po/suggest') && posts.push(request.url()))
  await quantities(page).first().press('Control+a')
  await quantities(page).first().pressSequentially('37')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/po\/\d+$/)
  await expect(page.getByText('Draft orders created')).toBeVisible()
  const line = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(low?.name ?? 'nothing was low')
  await expect(line).toContainText('× 37')
  // Each line shows the product picture.
  await expect(line.locator('img.doc-picture')).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('an invalid quantity is rejected at its product, and can be corrected', async ({ page, baseURL }) => {
  await signIn(page)
  const [low] = await runLow(page, baseURL ?? '')
  await page.goto('/admin/po/suggest')
  await quantities(page).first().press('Control+a')
  await quantities(page).first().pressSequentially('-4')
  await page.keyboard.press('Enter')
  await expect(page.locator('.bp6-toast')).toContainText(low?.name ?? 'nothing was low')
  await expect(page).toHaveURL(/\/admin\/po\/suggest$/)
  await expect(quantities(page).first()).toHaveValue('-4')
})

for (const [theme, width, language] of [
  ['light', 1280, 'en-US'],
  ['dark', 390, 'zh-HK'],
] as const)
  test(`reorder suggestions, the empty state and errors are readable at ${width} px in the ${theme} theme`, async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 844 })
    await signIn(page)
    await page.context().addCookies([{ name: 'admin_language', value: language, url: baseURL ?? '' }])
    await runLow(page, baseURL ?? '')
    await page.goto('/admin/po/suggest')
    await expect(page.locator('.po-suggest tbody tr').first()).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    await page.route('**/api/admin/po/suggest*', (route) => route.fulfill({ json: { data: [] } }))
    await page.reload()
    const empty = page.locator('.empty')
    await expect(empty).toBeVisible()
    await expect(empty.getByRole('button')).toBeInViewport({ ratio: 1 })
    expect(await seriousFaults(page)).toEqual([])

    await page.unroute('**/api/admin/po/suggest*')
    await page.route('**/api/admin/po/suggest*', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', messages: [] } }))
    await page.reload()
    const fault = page.getByRole('alert')
    await expect(fault).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.unroute('**/api/admin/po/suggest*')
    await fault.getByRole('button').click()
    await expect(page.locator('.po-suggest tbody tr').first()).toBeVisible()
    await expect(fault).toHaveCount(0)
  })
