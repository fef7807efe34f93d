// of ui-admin/src plugins/sales/admin plugins/sales/store plugins/payments/admin
import { PLACE, addTea, begin, fillCheckout, otherMoves, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'
import { retype } from './retype.ts'

test('staff record a partial payment, the customer sees the amount due, and the order is canceled with a refund', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'may@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  const trackingLink = await page.getByRole('link', { name: 'Track your order' }).getAttribute('href')

  await signIn(page)
  await page.goto('/admin/order')
  await page.getByRole('link', { name: number }).click()
  await expect((await otherMoves(page)).getByRole('menuitem', { name: 'Cancel and refund' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await begin(page, 'Record partial payment')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').pressSequentially('500')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('outstanding balance of HKD 208.00')
  await dialog.getByLabel('Amount').press('ControlOrMeta+a')
  await dialog.getByLabel('Amount').pressSequentially('58.5')
  await dialog.getByLabel('Payment reference').pressSequentially('slip 7')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const sums = page.locator('.doc-sums')
  await expect(sums).toContainText('58.50')
  await expect(sums).toContainText('149.50')
  await expect(page.getByText('Reserved until')).toHaveCount(0)
  // A part payment does not change the status, but the history shows it. Refunds by line are not available yet.
  await expect(page.getByRole('region', { name: 'History' })).toContainText(/Received HKD 58\.50.*slip 7/s)
  await expect((await otherMoves(page)).getByRole('menuitem', { name: 'Refund', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(await seriousFaults(page)).toEqual([])

  await page.goto(trackingLink ?? '')
  await expect(page.getByText('Balance due')).toBeVisible()
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

test('one payment is refunded in two equal parts from its page', async ({ page, baseURL }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'ben@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  await signIn(page)
  const { data } = (await (await page.request.get(`/api/admin/order?q=${number}`)).json()) as { data: { id: number }[] }
  const booked = await page.request.post(`/api/admin/order/${data[0]?.id}/payment`, {
    data: { amount: '58.50' },
    headers: { origin: baseURL ?? '' },
  })
  expect(booked.status()).toBe(200)
  const attempts = (await (
    await page.request.get(`/api/admin/payment/attempts?document_type=order&document_id=${data[0]?.id}`)
  ).json()) as {
    data: { id: number }[]
  }
  await page.goto(`/admin/payment/transactions/edit/${attempts.data[0]?.id}`)
  const card = page.locator('.payment-attempt')
  for (const [amount, left] of [
    ['10.00', '48.50'],
    ['10.00', '38.50'],
  ] as const) {
    await card.getByRole('button', { name: 'Refund payment', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await retype(dialog.getByLabel('Amount'), amount)
    await dialog.getByLabel('Reason').pressSequentially('Too much')
    await dialog.getByRole('button', { name: 'Refund payment' }).click()
    await expect(dialog).toBeHidden()
    await card.getByRole('button', { name: 'Mark as sent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    // The remaining amount is the default for the next refund, and internal references are not shown.
    await card.getByRole('button', { name: 'Refund payment', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Amount')).toHaveValue(left)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(card).not.toContainText(/by-hand|staff-\d/)
})
