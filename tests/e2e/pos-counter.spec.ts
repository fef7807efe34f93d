// of plugins/pos plugins/stores plugins/loyalty
import { scan } from './scanner.ts'
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'
import { openTill, ticket } from './open-register.ts'

async function choose(page: Page, name: string): Promise<void> {
  await ticket(page).getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name }).press('Enter')
}

test('cash is moved into and out of the drawer with a reason, and counts in its balance', async ({ page }) => {
  await signIn(page)
  await openTill(page, 'Counter 1')
  const move = async (kind: string, amount: string, reason: string) => {
    await choose(page, 'Cash in and out')
    const dialog = page.getByRole('dialog', { name: 'Cash in and out' })
    await dialog.getByRole('button', { name: kind }).press('Enter')
    // Without an amount and a reason the movement cannot be recorded.
    await expect(dialog.getByRole('button', { name: 'Record movement' })).toBeDisabled()
    await dialog.getByLabel('Amount').pressSequentially(amount)
    await dialog.getByLabel('Reason').pressSequentially(reason)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    return dialog
  }
  await expect(await move('Cash in', '100', 'Coins from the bank')).toHaveCount(0)
  await expect(page.getByText('Cash in 100.00').first()).toBeVisible()
  await expect(await move('Cash out', '30.5', 'Milk')).toHaveCount(0)
  // More cash than the drawer holds is rejected, and the dialog keeps the input.
  const refused = await move('Cash drop', '9999', 'Too much')
  await expect(refused.getByRole('alert')).toBeVisible()
  await expect(refused.getByLabel('Amount')).toHaveValue('9999')
  await page.keyboard.press('Escape')
  const moves = (await (await page.request.get('/api/admin/pos_cash?limit=10&sort=id')).json()).data as {
    kind: string
    amount: string
    reason: string
  }[]
  expect(moves.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
    ['float', '500.00', expect.anything()],
    ['in', '100.00', 'Coins from the bank'],
    ['out', '-30.50', 'Milk'],
  ])
})

test('the customer display shows scanned items, the total and the change', async ({ page }) => {
  await signIn(page)
  await openTill(page, 'Counter 2')
  const opened = page.context().waitForEvent('page')
  await choose(page, 'Customer display')
  const customer = await opened
  await expect(customer.getByText('Welcome')).toBeVisible()
  expect(await seriousFaults(customer)).toEqual([])
  await scan(page, 'POT-RUST')
  await expect(customer.getByRole('listitem')).toHaveText([/^1 × .*480\.00$/])
  await scan(page, 'POT-RUST')
  await expect(customer.getByRole('listitem')).toHaveText([/^2 × .*960\.00$/])
  await expect(customer.locator('.till-display-total')).toHaveText('TotalHKD 960.00')
  expect(await seriousFaults(customer)).toEqual([])
  await page.bringToFront()
  await page.keyboard.press('F9')
  const received = page.getByLabel('Cash received')
  await received.press('ControlOrMeta+a')
  await received.pressSequentially('1000')
  await received.press('Enter')
  await expect(customer.locator('.till-display-change')).toHaveText('Change 40.00')
  await page.keyboard.press('Enter')
  await scan(page, 'POT-RUST')
  await expect(customer.getByRole('listitem')).toHaveCount(1)
  await customer.close()
})
