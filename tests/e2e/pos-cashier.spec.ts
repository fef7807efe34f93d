// of plugins/pos plugins/stores
import { scan } from './scanner.ts'
import { shot } from './screenshot.ts'
import { post, seriousFaults, signIn, tryPassword } from './support.ts'
import { expect, type Page, test } from './test.ts'

const PASSWORD = 'a-password-for-cashiers'
test('another cashier takes over the register by PIN, sells in their own name, and emails the receipt', async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  await signIn(page)
  const [store] = (await (await page.request.get('/api/admin/store')).json()).data
  const rights = ['get store', 'sell pos ticket', 'open pos session', 'see all store']
  const role = await post(page, origin, 'role', { name: 'Cashiers', permission_list: rights })
  await post(page, origin, 'account', { name: 'Mei Cashier', email: 'mei@example.com', password: PASSWORD, role_id: role.id })

  // Mei sets her PIN on her own device.
  const mei = await (await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })).newPage()
  await tryPassword(mei, 'mei@example.com', PASSWORD)
  await expect(mei).toHaveURL(/\/admin\/(dashboard|password)/)
  const open = async (tab: Page) => {
    await tab.goto(`/admin/store/pos/new/${store.id}`)
    await tab.locator('.till-register', { hasText: 'Counter 1' }).click()
    await tab.getByRole('button', { name: /^(Open register|Join)$/ }).click()
    await expect(tab.getByRole('region', { name: 'Ticket' })).toBeVisible()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await mei.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await open(mei)
  await mei.getByRole('button', { name: 'Cashier: Mei Cashier. Switch cashier' }).click()
  await mei.getByRole('button', { name: 'My PIN' }).click()
  await mei.getByLabel('New PIN (4 to 8 digits)').pressSequentially('2580', { delay: 60 })
  await mei.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD, { delay: 40 })
  await mei.getByLabel('Password', { exact: true }).press('Enter')
  await expect(mei.getByText('PIN set.')).toBeVisible()
  await mei.context().close()

  const change = page.getByRole('button', { name: /\. Switch cashier$/ })
  await change.click()
  await page.getByRole('button', { name: 'Mei Cashier' }).click()
  await page.getByLabel('PIN', { exact: true }).pressSequentially('2581', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('The PIN is incorrect.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'cashier')
  await page.getByLabel('PIN', { exact: true }).pressSequentially('2580', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mei Cashier is now the cashier.')).toBeVisible()

  await scan(page, 'POT-RUST')
  // Mei may not change prices, although the account signed in on the device may.
  await expect(page.getByRole('button', { name: /^Price of/ })).toHaveCount(0)
  await page.keyboard.press('F9')
  await expect(page.getByTestId('due')).toBeVisible()
  await page.keyboard.press('Enter')
  const sold = page.getByRole('dialog', { name: 'Sale completed' })
  await expect(sold.getByText(/Cashier: Mei Cashier/)).toBeVisible()
  await sold.getByRole('button', { name: 'Email receipt' }).click()
  await sold.getByLabel('Email address').pressSequentially('walkin@example.com', { delay: 50 })
  await page.keyboard.press('Enter')
  await expect(sold.getByText('Receipt sent.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'mailed')
  await page.keyboard.press('Escape')
  const [ticket] = (await (await page.request.get('/api/admin/pos_ticket')).json()).data
  expect(ticket.cashier_id_label ?? ticket.cashier_id_title ?? JSON.stringify(ticket)).toContain('Mei')
  const receipt = await page.request.get(`/api/admin/store/${store.id}/ticket/${ticket.id}/receipt`)
  expect(receipt.headers()['content-type']).toContain('application/pdf')

  // After a reload the cashier is still selected; then the signed-in account takes over.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cashier: Mei Cashier. Switch cashier' })).toBeVisible()
  await change.click()
  await page.getByRole('button', { name: 'Switch back to signed-in user' }).click()
  await expect(page.getByRole('button', { name: /^Cashier: (?!Mei).*\. Switch cashier$/ })).toBeVisible()

  // Items returned without a receipt are refunded at today's price.
  await page.getByRole('region', { name: 'Ticket' }).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Return without receipt' }).click()
  const back = page.getByRole('dialog', { name: 'Return without receipt' })
  await back.getByLabel('Search or scan').pressSequentially('POT-RUST')
  await page.keyboard.press('Enter')
  await expect(back.getByRole('button', { name: 'Refund 480.00' })).toBeVisible()
  await back.getByLabel('Reason').pressSequentially('bill lost', { delay: 60 })
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'unproven')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Refunded 480.00')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  await change.click()
  await expect(page.getByLabel('PIN', { exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'cashier-phone')
})
