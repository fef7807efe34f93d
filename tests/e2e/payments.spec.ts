// of plugins/payments plugins/sales
import { fakeMethods } from '../../plugins/payments/fakes/methods.ts'
import { type Rehearsal, startFakes } from '../../plugins/payments/fakes/server.ts'
import { PLACE, addTea, fillCheckout, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

let gateways: Rehearsal
// A restarted worker creates its payment methods again, with new codes.
const mark = Date.now().toString(36)
const codes = { stripe: `e2e_stripe_${mark}`, pay_dollar: `e2e_pay_dollar_${mark}`, fps: `e2e_fps_${mark}` }

/** Buys the demo's tea with a test payment method, until the browser leaves the checkout. */
async function order(page: Page, code: string): Promise<void> {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'payer@example.com')
  await page.locator(`#checkout-payment_method input[value="${code}"]`).check()
  await page.locator(PLACE).click()
}

test.beforeAll(async ({ browser, baseURL }) => {
  gateways = await startFakes({ shop: baseURL ?? '', delay: null, codes })
  const page = await (await browser.newContext()).newPage()
  await signIn(page)
  const { stripe, pay_dollar } = fakeMethods(gateways.url)
  const fps = { provider: 'fps', fps_payee: '1234567', merchant_name: 'Stoa Demo' }
  for (const [code, fields] of Object.entries({ [codes.stripe]: stripe, [codes.pay_dollar]: pay_dollar, [codes.fps]: fps })) {
    // Sorted after the demo's payment methods, so that those stay the default in other tests.
    const made = await page.request.post('/api/admin/payment_method', {
      data: { code, title: code, order: 99, ...fields },
      headers: { origin: baseURL ?? '' },
    })
    expect(made.status()).toBe(201)
  }
  await page.context().close()
})
test.afterAll(() => gateways.stop())

test('a card is entered on the card page, and the order is paid when the browser returns', async ({ page }) => {
  await order(page, codes.stripe)
  await expect(page).toHaveURL(/\/stripe\?key=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay by card')
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.locator('.facts')).toContainText('HK$')
  const card = page.url()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  await expect(page.locator('.facts')).toContainText('Paid')
  await page.goto(card)
  await expect(page.getByRole('alert')).toContainText('already completed')
  await expect(page.getByRole('link', { name: 'Back to Stoa' })).toBeVisible()
})

test('staff capture an authorized payment, and the page shows it at once', async ({ page, browser, baseURL }) => {
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk)
  const headers = { origin: baseURL ?? '' }
  const { data } = (await (await desk.request.get(`/api/admin/payment_method?q=${codes.stripe}`)).json()) as { data: { id: number }[] }
  const capture = (stripe_capture: string) =>
    desk.request.put(`/api/admin/payment_method/${data[0]?.id}`, { data: { stripe_capture }, headers })
  expect((await capture('by_staff')).status()).toBe(200)
  await order(page, codes.stripe)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\/\w+\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  await gateways.state.fire(`${number}-1`)
  await capture('at_once')

  await desk.goto('/admin/payment/transactions')
  await desk.getByRole('link', { name: `${number}-1` }).click()
  await expect(desk.locator('.payment-lines')).toContainText('Authorized')
  await expect(desk.getByRole('button', { name: 'Approve' })).toBeHidden()
  await desk.getByRole('button', { name: 'Capture payment' }).click()
  expect(await seriousFaults(desk)).toEqual([])
  await desk.getByRole('dialog').getByRole('button', { name: 'Capture payment' }).click()
  await expect(desk.locator('.payment-lines')).toContainText('Received')
  await expect(desk.getByRole('button', { name: 'Void authorization' })).toBeHidden()
  await desk.getByRole('link', { name: `Order ${number}` }).click()
  await expect(desk.locator('.doc-line')).toContainText('Paid')
})

test('a form is posted to the payment page, which notifies the shop', async ({ page, browser }) => {
  await order(page, codes.pay_dollar)
  await expect(page).toHaveURL(/\/pay\/\w+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PayDollar (rehearsal)')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/order\/cancel\?order=/)
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', /\/order\/view\//)

  // A banking app may return to another browser, which has no access to the order and an empty cart.
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.locator('.facts')).toContainText('Awaiting payment')
  await expect(elsewhere.getByText('open your order with the link in the email')).toBeVisible()
  await expect(elsewhere.getByRole('link', { name: 'Try again' })).toBeHidden()
  await elsewhere.context().close()
})

test('a payer reports an FPS payment, and staff approve it', async ({ page, browser }) => {
  await order(page, codes.fps)
  await expect(page.getByRole('img', { name: /FPS QR code/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText('We will check your payment')).toBeVisible()
  const number = new URL(page.url()).searchParams.get('order') ?? ''

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk)
  await desk.goto('/admin/payment/transactions')
  await desk.getByRole('link', { name: `${number}-1` }).click()
  await desk.getByRole('button', { name: 'Approve' }).click()
  await desk.getByLabel('Bank reference').fill('HSBC 778')
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(desk.locator('.payment-lines')).toContainText('HSBC 778')
  // The record updates without a reload, and shows the order number.
  await expect(desk.locator('.form-main')).toContainText('Paid')
  await expect(desk.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  expect(await seriousFaults(desk)).toEqual([])
})
