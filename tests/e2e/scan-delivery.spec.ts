// of plugins/purchasing ui-admin/src/phone ui-admin/src/shell
import { scan } from './scanner.ts'
import { begin, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Creates a purchase order, sends it to the supplier and opens it. */
async function openSent(page: Page, origin: string, quantity: number): Promise<void> {
  const headers = { origin }
  const rows = async (path: string) => ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: { id: number }[] }).data
  const [supplier] = await rows('supplier?q=Harbour')
  const [warehouse] = await rows('warehouse')
  const [stock] = await rows(`po/stocks?q=POT-RUST&supplier_id=${supplier?.id}`)
  const data = { supplier_id: supplier?.id, warehouse_id: warehouse?.id, lines: [{ stock_id: stock?.id, quantity }] }
  const made = (await (await page.request.post('/api/admin/po', { data, headers })).json()) as { id: number }
  const sent = await page.request.post(`/api/admin/po/${made.id}/submit`, { data: {}, headers })
  expect(sent.ok(), await sent.text()).toBe(true)
  await page.goto(`/admin/po/${made.id}`)
}

test('a delivery is scanned on a phone, one unit is undone, and the receipt is recorded once', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await openSent(page, baseURL ?? '', 3)
  await begin(page, 'Receive by scanning')
  await expect(page.getByRole('heading', { name: 'Receive by scanning' })).toBeVisible()
  await expect(page.getByText('0 of 3')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Scan with camera' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])

  await scan(page, 'POT-RUST')
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible()
  const field = page.getByLabel('Barcode or SKU')
  await field.pressSequentially('pot-rust', { delay: 60 })
  await field.press('Enter')
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  await field.pressSequentially('half', { delay: 60 })
  await scan(page, 'POT-RUST')
  await expect(page.getByText('3 of 3', { exact: true })).toBeVisible()
  await expect(field).toHaveValue('half')
  await scan(page, 'NO-SUCH-THING')
  await expect(page.getByText('No item in this purchase order has the code NO-SUCH-THING')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  for (const button of await page.locator('.phone-bar button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await page.getByRole('button', { name: 'Confirm receipt (2)' }).dblclick()
  await page.waitForURL(/\/admin\/po\/\d+$/)
  await expect(page.getByText('2 of 3')).toBeVisible()
})

test('a receipt whose response was lost is sent again and recorded once, and the page fits a phone in landscape', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 800, height: 390 })
  await openSent(page, baseURL ?? '', 2)
  await begin(page, 'Receive by scanning')
  // The order page also shows "0 of 2".
  await expect(page.getByRole('heading', { name: 'Receive by scanning' })).toBeVisible()
  await expect(page.getByText('0 of 2')).toBeVisible()
  await scan(page, 'POT-RUST')
  const path = /\/api\/admin\/po\/\d+\/receipt$/
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Confirm receipt (1)' }).click()
  await expect(page.getByText('The connection was lost, so the receipt may not be saved.')).toBeVisible()
  await page.unroute(path)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/admin\/po\/\d+$/)
  await expect(page.getByText('1 of 2')).toBeVisible()
})
