// of plugins/sales plugins/payments plugins/fulfilment plugins/returns ui-admin/src/document
import { countPresses } from './count-presses.ts'
import { signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Clicks for opening the order, booking, packing and the return. */
const MOST = 9

const REASON = 'The lid was chipped 蓋子崩了一角, and she does not want another one – give it all back.'

/** Places an order of two bags of tea, with payment by transfer. */
async function ordered(page: Page, origin: string): Promise<string> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Record<string, never>
  }
  const product = (await post('/api/product', { url: 'longjing' })) as unknown as { stocks: { id: number }[] }
  const cart = await post('/api/cart/item', { stock_id: product.stocks[0]?.id, quantity: 2 })
  const person = { first_name: '美玲', last_name: '陳' }
  const order = await post('/api/checkout', {
    cart_id: cart['cart_id'],
    guest: { email: 'mei@hands.test', ...person },
    shipping_address: { ...person, country: 'HKG', contact_number: '2540 0000', address: '上環永樂街18號地下' },
    shipping_method: 'courier',
    payment_method: 'bank_transfer',
  })
  return String(order['order_number'])
}

for (const delay of [0, 60])
  test(`an order is recorded, shipped and refunded in one session at ${delay} ms per key`, async ({ page, baseURL }) => {
    const number = await ordered(page, baseURL ?? '')
    const presses = await countPresses(page)
    await signIn(page)
    await page.goto('/admin/order')
    const dialog = page.getByRole('dialog')
    const head = page.locator('.page-actions')
    const state = page.locator('.page-title .status')

    await page.getByRole('link', { name: number }).click()
    await head.getByRole('button', { name: 'Mark as paid', exact: true }).click()
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(state).toHaveText('Paid')

    await head.getByRole('button', { name: 'Pack items', exact: true }).click()
    await dialog.getByRole('button', { name: 'Pack all' }).click()
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(state).toHaveText('Shipped')

    await head.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Refund' }).click()
    await expect(dialog.getByLabel(/^Units: Longjing/)).toBeFocused()
    const type = (text: string) => page.keyboard.type(text, { delay })
    await type('2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    for (const name of ['Amount: Shipping', 'Refund method', 'Reason']) {
      await page.keyboard.press('Tab')
      await expect(dialog.getByLabel(name, { exact: true })).toBeFocused()
    }
    await type(REASON)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Mark as sent', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(state).toHaveText('Refunded')
    expect(presses()).toBeLessThanOrEqual(MOST)

    const answer = await page.request.get(`/api/admin/refund?limit=1&sort=-id`)
    const [refund] = ((await answer.json()) as { data: Record<string, string>[] }).data
    expect(refund).toMatchObject({ amount: '376.00', status: 'completed' })
    await page.reload()
    await expect(page.getByRole('region', { name: 'History' })).toContainText(REASON)
  })
