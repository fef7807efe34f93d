// of plugins/inventory plugins/purchasing
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const supplier = 'Harbour Pottery'

/** Creates a draft through the API and opens it. */
async function openDraft(page: Page, base: string, quantity: number): Promise<void> {
  const headers = { origin: base }
  const rows = async (path: string) => ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: { id: number }[] }).data
  const [found] = await rows(`supplier?q=${encodeURIComponent(supplier)}`)
  const [warehouse] = await rows('warehouse')
  const [stock] = await rows(`po/stocks?q=POT-RUST&supplier_id=${found?.id}`)
  const made = await page.request.post('/api/admin/po', {
    data: { supplier_id: found?.id, warehouse_id: warehouse?.id, lines: [{ stock_id: stock?.id, quantity }] },
    headers,
  })
  await page.goto(`/admin/po/${((await made.json()) as { id: number }).id}`)
}

test('products are ordered by form, submitted, and received in two deliveries, with one unit returned', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/po/create')
  await page.getByLabel('Supplier', { exact: true }).fill('Harbour')
  await page.getByRole('option', { name: supplier }).click()
  await page.getByLabel('Warehouse', { exact: true }).fill('Kwai')
  await page.getByRole('option').first().click()
  await page.getByLabel('Add products').fill('POT-RUST')
  await page.getByRole('menuitem', { name: /POT-RUST/ }).click()
  await page.getByLabel(/^Quantity: Clay teapot/).fill('3')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/admin\/po$/)
  await page
    .getByRole('link', { name: /^PO\d+/ })
    .first()
    .click()

  await page.getByRole('button', { name: 'Submit order', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Receive items' })).toBeVisible()

  await page.getByRole('button', { name: 'Receive items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Accepted').fill('2')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Post receipt' }).dblclick()
  await expect(page.getByText('2 of 3')).toBeVisible()

  await page.getByRole('button', { name: 'Receive items' }).click()
  await dialog.getByRole('button', { name: 'Receive all' }).click()
  await dialog.getByRole('button', { name: 'Post receipt' }).click()
  await expect(page.getByText('3 of 3')).toBeVisible()

  await page.getByRole('button', { name: 'Reverse receipt' }).first().click()
  await dialog.getByLabel(/^Units to reverse, of/).fill('1')
  await dialog.getByLabel('Reason').fill('Chipped')
  await dialog.getByRole('button', { name: 'Reverse receipt' }).click()
  await expect(page.getByText('2 of 3')).toBeVisible()
  await expect(page.getByText('Chipped')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('an excess delivery is kept only when staff confirm it, and the buyer decides on it', async ({ page, baseURL }) => {
  await signIn(page)
  await openDraft(page, baseURL ?? '', 4)
  await page.getByRole('button', { name: 'Submit order', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Receive items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Accepted').fill('6')
  await dialog.getByRole('button', { name: 'Post receipt' }).click()
  await dialog.getByText('Accept the extra units and notify the buyer').click()
  await dialog.getByRole('button', { name: 'Post receipt' }).click()
  await expect(page.getByText('6 received, 4 ordered').first()).toBeVisible()
  await page.getByRole('button', { name: 'Resolve difference' }).click()
  await dialog.getByLabel('Resolution').fill('Two as a gift')
  await dialog.getByRole('button', { name: 'Resolve difference' }).click()
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible()
})

test('low stock becomes a draft purchase order with one click', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/po')
  await page.getByRole('button', { name: 'Purchase suggestions' }).click()
  await expect(page.getByRole('heading', { name: 'Purchase suggestions' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Create draft orders/ }).click()
  await expect(page).toHaveURL(/\/admin\/po(\/\d+)?$/)
  await expect(page.getByText('Draft orders created')).toBeVisible()
})

test('an action rejected by the server shows the field label, not the field name', async ({ page, baseURL }) => {
  await signIn(page)
  await openDraft(page, baseURL ?? '', 1)
  const id = page.url().split('/').at(-1) ?? ''
  const headers = { origin: baseURL ?? '' }
  const answer = await page.request.put(`/api/admin/po/${id}`, { data: { lines: [] }, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.getByRole('button', { name: 'Submit order', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Items: Add at least one product.', { exact: true }).first()).toBeVisible()
})
