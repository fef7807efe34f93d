// of plugins/inventory plugins/payments plugins/sales plugins/shipping
import { PLACE, addTea, begin, fillCheckout, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const EMAIL = 'sale@example.com'

/** Moves an open order one step on, and confirms the dialog if there is one. */
async function move(page: Page, action: string, status: string): Promise<void> {
  await begin(page, action)
  const statusTag = page.locator('.page-title .status', { hasText: status })
  const agree = page.getByRole('dialog').getByRole('button', { name: action })
  await expect(statusTag.or(agree).first()).toBeVisible()
  if (await agree.isVisible()) await agree.click()
  await expect(statusTag).toBeVisible()
}

test('a guest buys, staff complete the order, and the guest sees it', async ({ page, browser }) => {
  await addTea(page, '2')
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, EMAIL)
  await page.locator(PLACE).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  await page.getByRole('link', { name: 'Track your order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
  await expect(page.locator('.facts')).toContainText('Awaiting payment')
  // The account number for the transfer can be copied.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy 123-456789-001' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('123-456789-001')
  await expect(page.locator('.note')).toContainText('FPS')
  expect(await seriousFaults(page)).toEqual([])

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk)
  await desk.goto('/admin/order')
  await desk.getByRole('link', { name: number }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(number)
  await expect(desk.locator('.doc-lines')).toContainText('Longjing, first flush')
  await expect(desk.locator('.doc-due')).toContainText('HKD 376.00')
  await expect(desk.getByLabel('Message to the customer')).toHaveAccessibleDescription(/Emailed to the customer/)
  await desk.getByLabel('Message to the customer').fill('Leave it with the doorman')
  await desk.getByRole('button', { name: 'Send message' }).click()
  await expect(desk.locator('.timeline-body')).toHaveText('Leave it with the doorman')
  await move(desk, 'Mark as paid', 'Paid')
  await expect(desk.locator('.doc-due')).toHaveCount(0)
  // A message announces the change, and the focus is not on a button, so a second Enter does nothing.
  await expect(desk.getByRole('status').filter({ hasText: number })).toHaveText(`${number}: Paid. Next: Pack items`)
  await expect(desk.getByRole('group', { name: number })).toBeFocused()
  await move(desk, 'Start processing', 'Processing')
  await move(desk, 'Mark as shipped', 'Shipped')
  await move(desk, 'Complete', 'Completed')
  await expect(desk.locator('.doc-road .is-done')).toHaveCount(5)
  expect(await seriousFaults(desk)).toEqual([])
  await desk.context().close()

  await page.reload()
  await expect(page.locator('.facts')).toContainText('Completed')
  await expect(page.locator('.order-history strong')).toHaveText(['Completed', 'Shipped', 'Processing', 'Paid', 'Awaiting payment'])
  await expect(page.locator('.note')).toHaveCount(0)
})

test('without its token the page of an order is not found', async ({ page, request }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'other@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  expect((await request.get(`/order/view/${number}`)).status()).toBe(404)
  expect((await request.get(`/order/view/${number}?token=guessed`)).status()).toBe(404)
})

test('a canceled order keeps the reason and releases its stock', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'cancel@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  await signIn(page)
  await page.goto(`/admin/order?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await begin(page, 'Cancel order')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByRole('textbox').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.locator('.page-title .status')).toHaveText('Canceled')
  await expect(page.locator('.timeline-body')).toHaveText('Ordered twice')
})
