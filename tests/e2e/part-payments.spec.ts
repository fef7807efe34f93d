// of ui-admin/src plugins/sales/admin plugins/sales/store plugins/payments/admin
import { PLACE, addTea, begin, fillCheckout, otherMoves, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('staff book a part, the shopper sees what is missing, and the order is given up with the part', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'may@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  const own = await page.getByRole('link', { name: 'Follow your order' }).getAttribute('href')

  await signIn(page)
  await page.goto('/admin/order')
  await page.getByRole('link', { name: number }).click()
  await expect((await otherMoves(page)).getByRole('menuitem', { name: 'Cancel and refund' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await begin(page, 'Record a part payment')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').pressSequentially('500')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('No more than HKD 208.00 is missing')
  await dialog.getByLabel('Amount').press('ControlOrMeta+a')
  await dialog.getByLabel('Amount').pressSequentially('58.5')
  await dialog.getByLabel('Payment reference').pressSequentially('slip 7')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const sums = page.locator('.doc-sums')
  await expect(sums).toContainText('58.50')
  await expect(sums).toContainText('149.50')
  await expect(page.getByText('Held until')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])

  await page.goto(own ?? '')
  await expect(page.getByText('Still to be paid')).toBeVisible()
  await expect(page.locator('.facts')).toContainText('HK$149.50')
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)

  await page.goto('/admin/order')
  await page.getByRole('link', { name: number }).click()
  await begin(page, 'Cancel and refund')
  await page.getByRole('dialog').getByLabel('Reason').pressSequentially('Sold out')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click()
  await expect(page.getByText('58.50').first()).toBeVisible()
  await expect(page.locator('.doc-head, header').getByText('Canceled').first()).toBeVisible()
})
