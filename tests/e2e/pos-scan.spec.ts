// of plugins/pos plugins/stores ui-admin/src/phone
import { signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const CODE = 'POT-RUST'

/** Reloads the register and opens the dialog for returns without a receipt. */
async function takingBack(page: Page) {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const [store] = (await (await page.request.get('/api/admin/store')).json()).data
  await page.goto(`/admin/store/pos/new/${store.id}`)
  const ticket = page.getByRole('region', { name: 'Ticket' })
  const register = page.locator('.till-register', { hasText: 'Counter 1' })
  await expect(ticket.or(register).first()).toBeVisible()
  if (await register.isVisible()) {
    await register.click()
    await page.getByRole('button', { name: /^(Open register|Join)$/ }).click()
    await expect(ticket).toBeVisible()
  }
  await page.reload()
  await ticket.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Return without receipt' }).click()
  return page.getByRole('dialog', { name: 'Return without receipt' })
}

/**
 * Sends keys like a scanner, or like fast typing on a busy machine: timestamps are three milliseconds apart, with pauses after some
 * keys. The key events are real, so fields receive them.
 */
async function quickly(page: Page, text: string, rests: Readonly<Record<number, number>>): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  let at = Date.now() / 1_000
  const press = (key: string, typed: string) => {
    const event = { key, windowsVirtualKeyCode: typed.toUpperCase().charCodeAt(0), timestamp: (at += 0.003) }
    return Promise.all([
      cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: typed }),
      cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
    ])
  }
  let burst: Promise<unknown>[] = []
  for (const [i, key] of [...text].entries()) {
    burst.push(press(key, key))
    const rest = rests[i]
    if (rest === undefined) continue
    await Promise.all(burst)
    burst = []
    await page.waitForTimeout(rest)
    at = Math.max(at + rest / 1_000, Date.now() / 1_000)
  }
  await Promise.all([...burst, press('Enter', '\r')])
  await cdp.detach()
}

for (const [title, rests] of [
  ['without a rest', {}],
  ['with a rest before Enter', { 7: 60 }],
  ['with a rest before its last letter', { 6: 60 }],
  ['with a rest after its sixth letter and before Enter', { 5: 60, 7: 300 }],
] as const)
  test(`a code that is typed into a dialog ${title} arrives whole`, async ({ page }) => {
    const back = await takingBack(page)
    await back.getByLabel('Search or scan').focus()
    await quickly(page, CODE, rests)
    await expect(back.getByRole('button', { name: 'Refund 480.00' })).toBeVisible()
    await expect(back.getByLabel('Search or scan')).toHaveValue('')
  })

test('a short code sells its own product, or nothing, and never the product selected last', async ({ page }) => {
  const back = await takingBack(page)
  await back.getByRole('button', { name: 'Cancel' }).click()
  const ticket = page.getByRole('region', { name: 'Ticket' })
  const count = (name: RegExp) => ticket.getByRole('listitem').filter({ hasText: name }).getByRole('textbox')
  const pearls = page
    .getByRole('region', { name: 'Products' })
    .getByRole('button', { name: /Jasmine pearls/ })
    .first()
  await pearls.click()
  await quickly(page, 'ZZ-99', {})
  await expect(page.getByText(/ZZ-99/).first()).toBeVisible()
  await expect(count(/Jasmine pearls/)).toHaveValue('1')
  // As slow as typing by hand.
  await pearls.focus()
  await page.keyboard.type('LJ-50', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(ticket.getByRole('listitem')).toHaveCount(2)
  await expect(count(/Jasmine pearls/)).toHaveValue('1')
  // If several products match, Enter moves the focus to the first of them and adds nothing.
  await page.keyboard.type('cup', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.locator('.till-article').first()).toBeFocused()
  await expect(ticket.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(ticket.getByRole('listitem')).toHaveCount(3)
})

test('with a processor that is twenty times slower, a code arrives whole right after the page was loaded', async ({ page }) => {
  const back = await takingBack(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  for (const delay of [0, 10, 20, 30, 40]) {
    await back.getByLabel('Search or scan').pressSequentially(CODE, { delay })
    await page.keyboard.press('Enter')
    await expect(back.getByLabel(/^Quantity of/)).toHaveValue(String(delay / 10 + 1))
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
})

test('a scan while a dialog asks for a code is entered in that dialog', async ({ page }) => {
  const back = await takingBack(page)
  await back.getByRole('button', { name: 'Cancel' }).click()
  const ticket = page.getByRole('region', { name: 'Ticket' })
  await quickly(page, CODE, {})
  await expect(ticket.getByRole('listitem')).toHaveCount(1)
  await ticket.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Code' })
  await dialog.getByLabel('Code').focus()
  await quickly(page, 'WELCOME-NOBODY', {})
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/WELCOME-NOBODY/).first()).toBeVisible()
  await page.keyboard.press('Escape')
})
