// of plugins/pos plugins/stores
import { scan } from './scanner.ts'
import { shot } from './screenshot.ts'
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'
import { openTill } from './open-register.ts'

/** Sells some units for cash, and returns the amount paid in cents. */
async function sell(page: Page, code: string, times: number): Promise<number> {
  for (let n = 0; n < times; n++) await scan(page, code)
  await page.keyboard.press('F9')
  const due = Math.round(Number((await page.getByTestId('due').innerText()).replace(/[^\d.]/g, '')) * 100)
  await page.keyboard.press('Enter')
  const sold = page.getByRole('dialog', { name: 'Sale completed' })
  await expect(sold.getByText(/^Sale completed · /)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(sold).toHaveCount(0)
  return due
}

/** Counts the drawer without seeing the expected amount, and closes the register. */
async function closeTill(page: Page, lies: number, reason?: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close register' }).click()
  await expect(page.getByText('Expected cash')).toHaveCount(0)
  await page.getByLabel('Counted').pressSequentially((lies / 100).toFixed(2), { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Expected cash')).toBeVisible()
  // Located by class: while it is busy the button has no name, and the dialog's close button has the same name.
  if (reason) {
    await page.getByRole('dialog').getByLabel('Reason').pressSequentially(reason, { delay: 60 })
    await page.keyboard.press('Enter')
  } else await page.getByRole('dialog').locator('.till-main').click()
  await expect(page.getByText('Register closed.').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
}

test('two registers of a store sell, both are counted blind, one with an explained difference, and the day is closed', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  const other = await (await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })).newPage()
  await signIn(other)
  const boss = await page.context().newPage()
  for (const tab of [page, other, boss]) await tab.setViewportSize({ width: 1280, height: 800 })
  await boss.goto('/admin/store/day')
  await expect(boss.getByText('No register was opened on this day.')).toBeVisible()
  await Promise.all([openTill(page, 'Counter 1'), openTill(other, 'Counter 2')])
  const [one, two] = await Promise.all([sell(page, 'POT-RUST', 1), sell(other, 'POT-RUST', 2)])
  await boss.reload()
  await expect(boss.getByText('Still open: Counter 1, Counter 2')).toBeVisible()
  await expect(boss.getByText('Shown after the count')).toHaveCount(2)
  await expect(boss.getByRole('link', { name: 'Go to point of sale' })).toBeVisible()
  expect(await seriousFaults(boss)).toEqual([])
  await shot(boss, 'day-open', true)

  await Promise.all([closeTill(page, 50_000 + one), closeTill(other, 50_000 + two - 300, 'Two coins too many given back')])
  await boss.reload()
  await expect(boss.getByText('Day closed')).toBeVisible()
  await expect(boss.getByRole('row', { name: /Counter 2/ }).getByText('Two coins too many given back')).toBeVisible()
  await expect(boss.getByRole('row', { name: /Counter 2/ }).getByText('−3.00')).toBeVisible()
  const sum = ((one + two) / 100).toFixed(2)
  await expect(boss.getByRole('row', { name: /^Cash 2 / })).toContainText(sum.replace(/\B(?=(\d{3})+\.)/g, ','))
  expect(await seriousFaults(boss)).toEqual([])
  await shot(boss, 'day-closed', true)
  await boss.emulateMedia({ media: 'print' })
  await shot(boss, 'day-print', true)
  await boss.emulateMedia({ media: 'screen' })
  await boss.evaluate(() => document.body.classList.add('bp6-dark'))
  await boss.setViewportSize({ width: 390, height: 800 })
  expect(await boss.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(boss)).toEqual([])
  await shot(boss, 'day-phone-dark', true)
  await boss.context().addCookies([{ name: 'admin_language', value: 'zh-HK', url: boss.url() }])
  await boss.reload()
  await expect(boss.getByText('已日結')).toBeVisible()
  await other.context().close()
})
