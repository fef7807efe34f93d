// of plugins/sales/admin
import { PLACE, addTea, begin, fillCheckout, open, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'
import { retype } from './retype.ts'

test('staff change an order that was placed: more of one item, another item, another address', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'change@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  const trackingLink = await page.getByRole('link', { name: 'Track your order' }).getAttribute('href')

  await signIn(page)
  await page.goto('/admin/order')
  await page.getByRole('link', { name: number }).click()
  const dialog = page.getByRole('dialog')
  await begin(page, 'Mark as paid')
  // The first field has the focus, and Enter submits the dialog.
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await begin(page, 'Edit order')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('No changes yet.')
  const quantity = dialog.getByRole('textbox', { name: /^Quantity: / }).first()
  await retype(quantity, '9000')
  await expect(dialog.locator('.order-over')).toContainText('left')
  await expect(save).toBeDisabled()
  await retype(quantity, '2')
  await expect(dialog.locator('.order-estimate')).toContainText('due')
  await dialog.getByRole('searchbox', { name: 'Add products' }).pressSequentially('POT-RUST')
  await dialog.getByRole('searchbox', { name: 'Add products' }).press('Enter')
  await expect(dialog.getByText('New item at the current price')).toBeVisible()
  await dialog.getByLabel('Change the delivery address').click({ force: true })
  await retype(dialog.getByLabel('Address', { exact: true }), '1 Peak Road')
  expect(await seriousFaults(page)).toEqual([])
  await expect(save).toBeEnabled()
  await save.click()
  await expect(dialog).toBeHidden()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Order changed')
  await expect(history).toContainText('1 → 2')
  await expect(page.getByText('1 Peak Road').first()).toBeVisible()

  await open(page, trackingLink ?? '')
  await expect(page.getByText('1 Peak Road').first()).toBeVisible()
})
