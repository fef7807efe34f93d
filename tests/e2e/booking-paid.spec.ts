// of plugins/booking plugins/payments plugins/sales plugins/returns
import { fakeMethods } from '../../plugins/payments/fakes/methods.ts'
import { type Rehearsal, startFakes } from '../../plugins/payments/fakes/server.ts'
import { comeAs, isAwake, open, PLACE, post, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

test.use({ actionTimeout: 15_000 })

let gateways: Rehearsal
const mark = Date.now().toString(36)
const kinds = ['stripe', 'paypal', 'pay_dollar', 'sic_pay', 'fps', 'cash'] as const
type Kind = (typeof kinds)[number]
/** Payment methods with manual refunds: at the bank, over the counter, or at a gateway that only records them. */
const sentByHand: readonly Kind[] = ['pay_dollar', 'fps', 'cash']
const toCode = (kind: Kind) => `e2e_book_${kind}_${mark}`
const password = 'a long password'

/** Each payment method with a different kind of visitor. */
const visits: { kind: Kind; language: string; width: number; member: boolean }[] = [
  { kind: 'stripe', language: 'en-US', width: 1280, member: false },
  { kind: 'paypal', language: 'zh-HK', width: 390, member: true },
  { kind: 'pay_dollar', language: 'zh-CN', width: 390, member: false },
  { kind: 'sic_pay', language: 'en-US', width: 390, member: true },
  { kind: 'fps', language: 'zh-HK', width: 1280, member: false },
  { kind: 'cash', language: 'zh-CN', width: 1280, member: true },
]

test.beforeAll(async ({ browser, baseURL }) => {
  const codes = { stripe: toCode('stripe'), paypal: toCode('paypal'), pay_dollar: toCode('pay_dollar'), sic_pay: toCode('sic_pay') }
  gateways = await startFakes({ shop: baseURL ?? '', delay: 300, codes })
  const page = await (await browser.newContext()).newPage()
  await signIn(page)
  const fields: Record<Kind, object> = {
    ...fakeMethods(gateways.url),
    fps: { provider: 'fps', fps_payee: '1234567', merchant_name: 'Stoa Demo' },
    cash: { provider: 'offline' },
  }
  // Sorted after the demo's payment methods, so that those stay the default in other tests.
  for (const kind of kinds)
    await post(page, baseURL ?? '', 'payment_method', { code: toCode(kind), title: kind, order: 99, ...fields[kind] })
  for (const { kind, member } of visits)
    if (member) await post(page, baseURL ?? '', 'customer', { first_name: 'Mei', last_name: 'Chan', email: `${kind}@book.test`, password })
  await page.context().close()
})
test.afterAll(() => gateways.stop())

/** Chooses the first time of a free day in the next month, counted from the end of the month. */
async function chooseTime(page: Page, fromEnd: number): Promise<void> {
  await page.locator('.month-head .icon-button').last().press('Enter')
  await expect(page.locator('.month table')).toHaveAttribute('aria-busy', 'false')
  await page.locator('.month-day[aria-disabled=false]').nth(-fromEnd).press('Enter')
  await page.locator('.time-button').first().press('Enter')
}

/** The payer's steps after checkout for each payment method, and then the steps of staff. */
async function pay(page: Page, desk: Page, kind: Kind): Promise<void> {
  if (kind === 'fps') {
    await page.locator('.pay-claim button').click()
    await expect(page.locator('output.note')).toBeVisible()
  } else if (kind === 'stripe') {
    await expect(page).toHaveURL(/\/stripe\?key=/)
    await page.locator('main button.button-main').click()
  } else if (kind !== 'cash') {
    await expect(page).toHaveURL(/\/pay\/\w+$/)
    await page.getByRole('button', { name: 'Pay' }).click()
  }
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  const number = new URL(page.url()).searchParams.get('order') ?? ''
  if (kind !== 'fps' && kind !== 'cash') return
  await desk.goto(`/admin/order?q=${number}`)
  await desk.getByRole('link', { name: number }).click()
  await desk.locator('.page-actions').getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(desk.locator('.page-title .status')).toHaveText('Paid')
}

for (const [nth, { kind, language, width, member }] of visits.entries())
  test(`a booking paid by ${kind} is confirmed, rescheduled, canceled and refunded: a ${member ? 'member' : 'guest'} in ${language} at ${width} px`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    await signIn(desk)
    await page.setViewportSize({ width, height: 900 })
    if (member) await comeAs(page, language, `${kind}@book.test`, password)
    await open(page, `/${language}/event/detail/gongfu-class`)
    await chooseTime(page, 1 + nth)
    await page.locator('.event-details button.button-main').press('Enter')
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.locator(PLACE)).toBeVisible()
    if (!member)
      for (const [field, text] of [
        ['email', `${kind}@book.test`],
        ['first_name', 'Kim'],
        ['last_name', 'Lee'],
      ] as const)
        await page.locator(`#checkout-${field}`).pressSequentially(text)
    await page.locator(`#checkout-payment_method input[value="${toCode(kind)}"]`).check()
    await expect(page.locator(PLACE)).toContainText('520.00')
    await page.locator(PLACE).click()
    await pay(page, desk, kind)
    const number = new URL(page.url()).searchParams.get('order') ?? ''

    await page.locator(`a[href*="/order/view/${number}"]`).first().click()
    await page.locator('.account-orders a').first().click()
    await expect(async () => {
      await page.reload()
      await expect(page.locator('.booking-status')).toHaveClass(/booking-approved/, { timeout: 1_000 })
    }).toPass()
    await isAwake(page)
    expect(await seriousFaults(page)).toEqual([])
    const before = await page.locator('.lead time').first().textContent()
    await page.locator('.booking .result-links button').first().click()
    await chooseTime(page, 2 + nth)
    await page.locator('.booking-move .button-main').click()
    await expect(page.locator('.booking-move')).toHaveCount(0)
    await expect(page.locator('.lead time').first()).not.toHaveText(before ?? '')
    await page.locator('.booking .result-links button').last().click()
    await page.getByRole('dialog').locator('button').last().click()
    await expect(page.locator('.booking-status')).toHaveClass(/booking-canceled/)
    expect(await seriousFaults(page)).toEqual([])

    // The refund is recorded once, through the original payment method: automatically if the gateway supports refunds.
    const read = async <T>(path: string) => ((await (await desk.request.get(`/api/admin/${path}`)).json()) as { data: T[] }).data
    const [order] = await read<{ id: number }>(`order?q=${number}`)
    const refunds = async () =>
      (await read<{ amount: string; status: string }>(`refund?order_id=${order?.id}`)).map((r) => [r.amount, r.status])
    await expect.poll(refunds).toEqual([['520.00', sentByHand.includes(kind) ? 'process' : 'completed']])
    await desk.context().close()
  })
