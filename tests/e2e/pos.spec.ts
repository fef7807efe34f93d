// of plugins/pos plugins/stores ui-admin/src/phone
import { scan } from './scanner.ts'
import { shot } from './screenshot.ts'
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'
import { openTill, ticket } from './open-register.ts'

test('a register is opened, items are scanned and selected, paid by cash and card, and closed with an explained difference', async ({
  page,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/store/pos')
  await shot(page, 'pick')
  await page.getByRole('link', { name: /Sheung Wan/ }).click()
  await expect(page.getByRole('heading', { name: 'Open register' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'open')
  await openTill(page, 'Counter 1')

  await expect(page.getByRole('region', { name: 'Products' }).getByRole('button').first()).toBeVisible()
  await scan(page, 'POT-RUST')
  await expect(ticket(page).getByRole('listitem')).toHaveCount(1)
  await scan(page, 'POT-RUST')
  await expect(page.getByLabel(/^Quantity of/)).toHaveValue('2')
  await page.keyboard.press('F2')
  await page.keyboard.type('tea')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(ticket(page).getByRole('listitem')).toHaveCount(2)
  await scan(page, 'NO-SUCH-CODE')
  await expect(page.getByText('No product found with the code "NO-SUCH-CODE".')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'desk')
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'desk-dark')
  await page.evaluate(() => document.body.classList.remove('bp6-dark'))

  await page.keyboard.press('F9')
  await expect(page.getByRole('dialog', { name: 'Charge' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'charge')
  // Enter the cash received: the dialog shows the change in large type.
  const due = Number((await page.getByTestId('due').innerText()).replace(/[^\d.]/g, ''))
  const received = page.getByLabel('Cash received')
  await received.press('ControlOrMeta+a')
  await received.pressSequentially(String(Math.ceil(due / 1_000) * 1_000))
  await received.press('Enter')
  const soldDialog = page.getByRole('dialog', { name: 'Sale completed' })
  await expect(soldDialog.getByText(/^Sale completed · K1-\d+-1$/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'sold')
  await page.keyboard.press('Enter')
  await expect(ticket(page).getByText('Scan or select a product to start.')).toBeVisible()

  // Two payment methods: a part by transfer, the rest in cash.
  await scan(page, 'POT-RUST')
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: 'Bank transfer or FPS' }).click()
  const part = page.getByLabel('Amount')
  await part.press('ControlOrMeta+a')
  await part.pressSequentially('100')
  await page.getByLabel('Reference').pressSequentially('FPS 8812', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Balance due')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(soldDialog.getByText(/^Sale completed · K1-\d+-2$/)).toBeVisible()
  await expect(soldDialog.getByText('FPS 8812')).toBeVisible()
  await page.keyboard.press('Enter')

  // Park a sale and resume it.
  await scan(page, 'POT-RUST')
  await page.keyboard.press('F8')
  await expect(ticket(page).getByText('Scan or select a product to start.')).toBeVisible()
  await ticket(page).getByRole('button', { name: 'Parked' }).click()
  await shot(page, 'parked')
  await page.getByRole('button', { name: 'Resume sale' }).click()
  await expect(page.getByLabel(/^Quantity of/)).toHaveValue('1')
  await page.getByRole('button', { name: /^Remove / }).click()

  // Return items by receipt.
  const more = ticket(page).getByRole('button', { name: 'More', exact: true })
  const tickets = (await (await page.request.get('/api/admin/pos_ticket')).json()).data as { number: string }[]
  await more.click()
  await shot(page, 'menu')
  await page.getByRole('menuitem', { name: 'Return items' }).click()
  await page
    .getByLabel('Receipt number')
    .pressSequentially(tickets.find(({ number }) => number.endsWith('-2'))?.number ?? '', { delay: 60 })
  await page.keyboard.press('Enter')
  const units = page.getByRole('dialog').getByLabel(/^Quantity of/)
  await units.press('ControlOrMeta+a')
  await units.pressSequentially('1')
  await page.getByRole('dialog').getByLabel('Reason').pressSequentially('too small', { delay: 60 })
  await shot(page, 'return')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Refunded 480.00')).toBeVisible()

  // Close the register with a blind count, three dollars short, and give a reason.
  await more.click()
  await page.getByRole('menuitem', { name: 'Close register' }).click()
  await expect(page.getByText('Expected cash')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'count')
  const lies = Number(
    (await (await page.request.get('/api/admin/pos_cash?limit=100')).json()).data.reduce(
      (sum: number, c: { amount: string }) => sum + Number(c.amount),
      0,
    ),
  )
  await page.getByLabel('Counted').pressSequentially((lies - 3).toFixed(2), { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('−3.00')).toBeVisible()
  await shot(page, 'difference')
  await page.getByRole('dialog').getByLabel('Reason').pressSequentially('A coin fell behind the counter', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Register closed.').first()).toBeVisible()
  await expect(page.getByText('A coin fell behind the counter')).toBeVisible()
  await shot(page, 'report')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Open register' })).toBeVisible()
})

test('the POS fits a phone, and is available in both Chinese scripts', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await openTill(page, 'Counter 2', '100')
  await shot(page, 'phone')
  expect(await seriousFaults(page)).toEqual([])
  await scan(page, 'POT-RUST')
  await page.getByRole('button', { name: /^Ticket · / }).click()
  await expect(page.getByLabel(/^Quantity of/)).toBeVisible()
  await shot(page, 'phone-ticket')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const [language, charge] of [
    ['zh-HK', '收款'],
    ['zh-CN', '收款'],
  ] as const) {
    await page.context().addCookies([{ name: 'admin_language', value: language, url: page.url() }])
    await page.reload()
    await page.getByRole('button', { name: /^(單據|单据) · / }).click()
    await expect(page.getByRole('button', { name: new RegExp(charge) })).toBeVisible()
    // The items on the ticket are still there.
    await expect(page.locator('.till-lines > li')).toHaveCount(1)
    await shot(page, `phone-${language}`)
  }
})

test('the keyboard layout works by keyboard alone', async ({ page }) => {
  await signIn(page)
  const [store] = (await (await page.request.get('/api/admin/store')).json()).data
  await page.goto(`/admin/store/pos/${store.id}`)
  await page.getByText('Counter 2', { exact: false }).click()
  await page.getByRole('button', { name: /Join|Open register/ }).press('Enter')
  await expect(page.getByText('3*CODE for three units')).toBeVisible()
  await page.keyboard.type('3*POT-RUST', { delay: 50 })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Quantity of/)).toHaveValue('3')
  await shot(page, 'plain')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('F9')
  await expect(page.getByRole('dialog', { name: 'Charge' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sale completed' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3*CODE for three units')).toBeVisible()
})
