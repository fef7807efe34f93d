// of plugins/desk plugins/documents plugins/fulfilment plugins/returns plugins/sales plugins/shipping
import { begin, isAwake, otherMoves, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'
import { retype } from './retype.ts'

test('a manual order is created, paid, shipped in two parcels, partly returned and refunded', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/order/create')
  // A scanner types the number and presses Enter.
  await page.getByRole('searchbox', { name: 'Add products' }).pressSequentially('POT-RUST')
  await page.getByRole('searchbox', { name: 'Add products' }).press('Enter')
  await retype(page.getByLabel(/^Quantity: Clay teapot/), '3')
  await page.getByLabel('First name').first().fill('Wai')
  await page.getByLabel('Last name').first().fill('Lee')
  await page.getByLabel('Email', { exact: true }).fill('wai@orders.test')
  await page.getByLabel('Discount', { exact: true }).fill('10.00')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Place order and collect payment' }).click()
  await page.waitForURL(/\/admin\/order\/\d+$/)
  await expect(page.getByText('0 of 3 shipped').first()).toBeVisible()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Pack items', exact: true }).click()
  for (let scanned = 0; scanned < 2; scanned++) {
    await dialog.getByLabel('Scan or enter a barcode or SKU').pressSequentially('pot-rust')
    await dialog.getByLabel('Scan or enter a barcode or SKU').press('Enter')
  }
  await expect(dialog.getByLabel(/^Quantity: Clay teapot/)).toHaveValue('2')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Mark as shipped' }).dblclick()
  await expect(page.getByText('2 of 3 shipped').first()).toBeVisible()
  const menu = await otherMoves(page)
  await expect(menu.getByRole('menuitem', { name: 'Create return' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await expect(menu.getByRole('menuitem', { name: 'Cancel and refund' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pack items', exact: true }).click()
  await dialog.getByRole('button', { name: 'Pack all' }).click()
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('3 of 3 shipped').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pack items', exact: true })).toBeHidden()

  await begin(page, 'Create return')
  await retype(dialog.getByLabel(/^Quantity: Clay teapot/), '1')
  await dialog.getByLabel('Reason').fill('Chipped')
  await dialog.getByRole('button', { name: 'Create return' }).click()
  // Receiving the return is the next action in the page header, as in its card.
  await page.locator('.page-actions').getByRole('button', { name: 'Receive items', exact: true }).click()
  await retype(dialog.getByLabel(/^Restock/), '0')
  await dialog.getByRole('button', { name: 'Receive items' }).click()

  await expect(page.locator('.page-actions').getByRole('button', { name: 'Refund items', exact: true })).toBeVisible()
  await page.getByRole('listitem').getByRole('button', { name: 'Refund items' }).click()
  // One third of the teapots minus one third of the discount, to the cent.
  await expect(dialog.getByLabel(/^Amount: Clay teapot/)).toHaveValue('476.67')
  await dialog.getByLabel('Refund method').selectOption('cash')
  await dialog.getByLabel('Reason').fill('Chipped')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Refund HKD 476.67' }).click()
  await expect(page.getByText(/1 returned · HKD 476\.67 refunded/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Refund HKD 476.67')
  await expect(page.locator('.order-state')).toHaveText([/^Payment/, /^Delivery.*3 of 3 shipped$/])
  expect(await seriousFaults(page)).toEqual([])
})

test('a draft is shown as saved, and a double click on a parcel acts once', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/order/create')
  await page.getByRole('searchbox', { name: 'Add products' }).pressSequentially('CEL-1')
  await page.getByRole('searchbox', { name: 'Add products' }).press('Enter')
  // A scanner does not wait for the result of the previous scan.
  await page.route('**/api/admin/order/stocks*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  for (const code of ['POT-RUST', 'no such thing', 'POT-RUST']) {
    await page.getByRole('searchbox', { name: 'Add products' }).pressSequentially(code)
    await page.getByRole('searchbox', { name: 'Add products' }).press('Enter')
  }
  await expect(page.getByText('no such thing: No results found')).toBeVisible()
  await expect(page.getByLabel(/^Quantity: Clay teapot/)).toHaveValue('2')
  await page.getByRole('button', { name: /^Remove Clay teapot/ }).click()
  await retype(page.getByLabel('Price: Celadon pot', { exact: true }), '300.00')
  await page.getByLabel('Price override reason: Celadon pot').fill('Last one of its kind')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.locator('.doc-total')).toContainText('300.00')
  await begin(page, 'Edit')
  await page.getByLabel('Discount', { exact: true }).fill('5.00')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.locator('.doc-total')).toContainText('295.00')
  // Line amounts add up to the subtotal; the share of the discount is shown separately.
  await expect(page.locator('.doc-lines .doc-line-sum')).toHaveText(/300\.00/)
  await expect(page.locator('.doc-lines')).toContainText('5.00 discount')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  // The payments card has a request of its own.
  await expect(page.locator('.payment-lines')).toContainText('295.00')

  await page.getByRole('button', { name: 'Pack items', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pack all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save for later' }).click()
  const parcels = page.locator('.doc-card', { has: page.getByRole('heading', { name: 'Shipments' }) })
  await parcels.getByRole('button', { name: 'Mark as shipped', exact: true }).dblclick()
  await expect(parcels.getByRole('button', { name: 'Mark as delivered' })).toBeVisible()
  // The focus must not move to the action that closes the parcel.
  await expect(parcels.getByRole('button', { name: 'Report lost or returned' })).not.toBeFocused()
  await page.reload()
  await expect(parcels.getByRole('button', { name: 'Mark as delivered' })).toBeVisible()
})

test('a customer follows an order, writes to the shop and cancels it', async ({ page, baseURL }) => {
  const headers = { origin: baseURL ?? '' }
  const post = async (path: string, data: object) =>
    (await (await page.request.post(path, { data, headers })).json()) as Record<string, never>
  const product = await post('/api/product', { url: 'longjing' })
  const cart = await post('/api/cart/item', { stock_id: (product['stocks'] as unknown as { id: number }[])[0]?.id, quantity: 1 })
  const preview = await post('/api/checkout/preview', { cart_id: cart['cart_id'] })
  const order = await post('/api/checkout', {
    cart_id: cart['cart_id'],
    guest: { email: 'may@orders.test', first_name: 'May', last_name: 'Chan' },
    shipping_address: {
      first_name: 'May',
      last_name: 'Chan',
      country: 'HKG',
      area: (preview['areas'] as unknown as string[] | undefined)?.[0] ?? '',
      contact_number: '2540 0000',
      address: '18 Wing Lok Street',
    },
    shipping_method: 'courier',
    payment_method: 'bank_transfer',
  })
  const address = `/order/view/${String(order['order_number'])}?token=${String(order['access_token'])}`
  await page.goto(address)
  await isAwake(page)
  await page.getByText('Choose another payment method').click()
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
  await page.getByLabel('Send us a message about this order').fill('Please ring twice')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('.order-messages')).toContainText('Please ring twice')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.locator('.facts')).toContainText('Canceled')
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeHidden()
})

test('the dialog explains why an order cannot be resolved, also when none of its fields is the cause', async ({ page, baseURL }) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '' }
  const stocks = await page.request.get('/api/admin/stock?q=POT-RUST')
  const [stock] = ((await stocks.json()) as { data: { id: number }[] }).data
  const order = { customer: { email: 'unpaid@orders.test' }, lines: [{ stock_id: stock?.id, quantity: 1 }] }
  const made = (await (await page.request.post('/api/admin/order', { data: order, headers })).json()) as { id: number }
  for (const move of ['place', 'flag']) {
    const answer = await page.request.post(`/api/admin/order/${made.id}/${move}`, { data: { reason: 'Who paid?' }, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await page.goto(`/admin/order/${made.id}`)
  await begin(page, 'Resolve: paid')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Paid by cheque')
  await dialog.getByRole('button', { name: 'Resolve: paid' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Status: No payment was received for this order.')
})
