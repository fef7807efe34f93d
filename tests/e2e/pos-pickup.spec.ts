// of plugins/pos plugins/stores plugins/fulfilment
import { scan } from './scanner.ts'
import { shot } from './screenshot.ts'
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Places an order with store pickup. */
async function ordered(page: Page, origin: string, person: { first_name: string; last_name: string; phone: string }): Promise<string> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Record<string, never>
  }
  const product = (await post('/api/product', { url: 'longjing' })) as unknown as { stocks: { id: number }[] }
  const cart = await post('/api/cart/item', { stock_id: product.stocks[0]?.id, quantity: 2 })
  const name = { first_name: person.first_name, last_name: person.last_name }
  const order = await post('/api/checkout', {
    cart_id: cart['cart_id'],
    guest: { email: `${person.first_name.toLowerCase()}@pickup.test`, ...person, country_code: '+852' },
    billing_address: { ...name, country: 'HKG', contact_number: person.phone, address: '18 Wing Lok Street' },
    shipping_method: 'collect',
    pickup_point: 'sheung_wan',
    payment_method: 'bank_transfer',
  })
  return String(order['order_number'])
}

async function openTill(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByText('Counter 1', { exact: false }).click()
  await page.getByRole('button', { name: /^(Join|Open register)$/ }).press('Enter')
  await expect(page.getByRole('region', { name: 'Ticket' })).toBeVisible()
}

const getStoreId = async (page: Page): Promise<number> => (await (await page.request.get('/api/admin/store')).json()).data[0].id

test('pickup orders are found by name, phone or packing slip, paid at the counter and handed over', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const may = await ordered(page, baseURL ?? '', { first_name: 'May', last_name: 'Chan', phone: '91110001' })
  const ben = await ordered(page, baseURL ?? '', { first_name: 'Ben', last_name: 'Lau', phone: '92220002' })
  const store = await getStoreId(page)
  await openTill(page, `/admin/store/pos/new/${store}`)
  await page.getByRole('region', { name: 'Ticket' }).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Order pickup/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Order pickup' })
  await expect(dialog.getByRole('button', { name: /May Chan/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Ben Lau/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'pickup-list')
  // Enter works before the list of results has loaded.
  await dialog.getByLabel('Search by number, name or phone, or scan the packing slip').pressSequentially('9111 0001')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Order ${may}`)).toBeVisible()
  await expect(dialog.getByText('2 ×')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'pickup-order')
  const cash = dialog.getByLabel('Cash received')
  await expect(cash).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await cash.pressSequentially('1000', { delay: 40 })
  await expect(dialog.getByRole('button', { name: /^Charge .* and hand over$/ })).toBeVisible()
  // Enter pressed twice hands the order over only once.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Picked up' })
  await expect(done).toBeVisible()
  await expect(done.getByText(may)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'pickup-done')
  const { data } = await (await page.request.get(`/api/admin/order?q=${may}`)).json()
  expect(data[0]).toMatchObject({ status: 'completed', payment_status: 'paid' })
  const tickets = (await (await page.request.get('/api/admin/pos_ticket?kind=pickup')).json()).data
  expect(tickets).toHaveLength(1)
  const receipt = await page.request.get(`/api/admin/store/${store}/ticket/${tickets[0].id}/receipt`)
  expect(receipt.headers()['content-type']).toContain('application/pdf')
  await done.getByRole('button', { name: 'New sale' }).click()

  // Scanning the packing slip of an order that was picked up shows one message, in the product scan field.
  await scan(page, may)
  await expect(dialog.getByText('All items of this order were already picked up.')).toBeVisible()
  await scan(page, ben)
  await expect(dialog.getByText(`Order ${ben}`)).toBeVisible()
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'pickup-order-dark')
  await page.context().setOffline(true)
  await expect(dialog.getByText('You are offline. This needs a network connection.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /hand over$/ })).toBeDisabled()
  await page.context().setOffline(false)
})

test('the keyboard layout hands over a paid order without a mouse, and offline says that it needs a connection', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  const origin = baseURL ?? ''
  const number = await ordered(page, origin, { first_name: 'Kay', last_name: 'Ho', phone: '93330003' })
  const { data } = await (await page.request.get(`/api/admin/order?q=${number}`)).json()
  expect((await page.request.post(`/api/admin/order/${data[0].id}/payment`, { data: {}, headers: { origin } })).ok()).toBe(true)
  await openTill(page, `/admin/store/pos/${await getStoreId(page)}`)
  await page.context().setOffline(true)
  await expect(page.getByText('Offline – you can keep selling')).toBeVisible()
  await page.keyboard.press('F7')
  await expect(page.getByText('You are offline. This needs a network connection.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await page.keyboard.press('F7')
  const dialog = page.getByRole('dialog', { name: 'Order pickup' })
  await expect(dialog.getByRole('button', { name: /Kay Ho/ })).toBeVisible()
  await shot(page, 'pickup-list-phone')
  await page.keyboard.type('kay')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Order ${number}`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Hand over items', exact: true })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await shot(page, 'pickup-order-phone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Picked up' })).toBeVisible()
  await shot(page, 'pickup-done-phone')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3*CODE for three units')).toBeVisible()
})
