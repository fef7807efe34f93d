// of plugins/returns/admin plugins/sales/admin
import { PLACE, addTea, begin, fillCheckout, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('staff exchange items: the returned value pays for a replacement order', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'exchange@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''

  await signIn(page)
  await page.goto('/admin/order')
  await page.getByRole('link', { name: number }).click()
  const confirm = async (name: string) => {
    await begin(page, name)
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await confirm('Mark as paid')
  await confirm('Mark as shipped')
  await begin(page, 'Create return')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: /^Quantity: / })
    .first()
    .pressSequentially('1')
  await dialog.getByLabel('Type').selectOption('Exchange')
  await dialog.getByRole('searchbox', { name: 'Replacement items' }).pressSequentially('POT-RUST')
  await dialog.getByRole('searchbox', { name: 'Replacement items' }).press('Enter')
  await expect(dialog.getByRole('list', { name: 'Replacement items' }).getByRole('listitem')).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create return' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Replacement: .* × 1/)).toBeVisible()

  await begin(page, 'Receive items')
  await dialog.getByRole('button', { name: 'Receive items' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Exchange', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: /^Replacement order / }).click()
  await expect(page.locator('.doc-sums')).toContainText('Paid')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Replaces the items of return')
})
