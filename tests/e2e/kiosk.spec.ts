// of plugins/attendance
import type { Page } from '@playwright/test'
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const PIN = '2580'

/** An employee record of the account that is signed in. */
async function findSelf(page: Page, origin: string): Promise<string> {
  await page.request.put('/api/admin/settings/employee', { data: { enabled: true }, headers: { origin } })
  const own = (await (await page.request.get('/api/admin/my/employee')).json()) as { employee: { staff_no: string } | null }
  if (own.employee) return own.employee.staff_no
  const { id: account_id } = (await (await page.request.get('/api/admin')).json()) as { id: number }
  await post(page, origin, 'hr_employee', { staff_no: 'E2E-KIOSK', name: 'Wai Yee Chan', join_date: '2026-01-01', account_id })
  return 'E2E-KIOSK'
}

test('an employee sets a PIN, a tablet is paired, records a punch, and locks the PIN after wrong attempts', async ({
  page,
  baseURL,
  browser,
}) => {
  const origin = baseURL ?? ''
  await signIn(page)
  const staffNo = await findSelf(page, origin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/my-attendance')
  await page.getByRole('button', { name: /(Set|Change) kiosk PIN/ }).click()
  await page.getByLabel('New PIN').pressSequentially('1234')
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await expect(page.getByText('not a sequence')).toBeVisible()
  await page.getByLabel('New PIN').fill('')
  await page.getByLabel('New PIN').pressSequentially(PIN)
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await expect(page.getByText('Kiosk PIN saved')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/attendance/kiosk/create')
  await page.getByLabel('Name', { exact: true }).pressSequentially(`Entrance ${Date.now()}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.locator('tbody a', { hasText: 'Entrance' }).first().click()
  await page.getByRole('button', { name: 'Create pairing code' }).click()
  const code = (await page.locator('.kiosk-new-code').textContent()) ?? ''
  expect(code).toMatch(/^\w{4}-\w{4}$/)
  expect(await seriousFaults(page)).toEqual([])

  // The tablet has no staff session.
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 768, height: 1_024 } })
  const tablet = await context.newPage()
  await tablet.goto('/admin/punch/kiosk')
  await tablet.getByLabel('Pairing code').pressSequentially('AAAA-2222')
  await tablet.getByRole('button', { name: 'Pair kiosk' }).click()
  await expect(tablet.getByRole('alert')).toContainText('wrong, used or expired')
  await tablet.getByLabel('Pairing code').fill('')
  await tablet.getByLabel('Pairing code').pressSequentially(code.toLowerCase())
  await tablet.getByRole('button', { name: 'Pair kiosk' }).click()
  await expect(tablet.getByRole('button', { name: 'Clock in' })).toBeVisible()
  expect(await seriousFaults(tablet)).toEqual([])

  await tablet.getByLabel('Staff number').pressSequentially(staffNo)
  await tablet.getByLabel('PIN').pressSequentially(PIN)
  await tablet.getByRole('button', { name: 'Clock in' }).click()
  await expect(tablet.getByRole('status')).toContainText(/locked in at \d\d:\d\d|locked out at \d\d:\d\d/)
  expect(await seriousFaults(tablet)).toEqual([])
  // Back to the start, without the staff number.
  await expect(tablet.getByLabel('Staff number')).toBeVisible({ timeout: 7_000 })
  await expect(tablet.getByLabel('Staff number')).toHaveValue('')
  await expect(tablet.getByLabel('Staff number')).toBeFocused()

  await tablet.setViewportSize({ width: 390, height: 844 })
  await tablet.getByLabel('Staff number').pressSequentially(staffNo)
  for (let n = 0; n < 5; n++) {
    await tablet.getByLabel('PIN').pressSequentially('1357')
    const answer = tablet.waitForResponse((response) => response.url().endsWith('/kiosk/punch'))
    await tablet.getByRole('button', { name: 'Clock out' }).click()
    await answer
    await expect(tablet.getByRole('alert')).toContainText(n < 4 ? 'Staff number or PIN is wrong' : 'The PIN is locked')
    await expect(tablet.getByLabel('PIN')).toHaveValue('')
  }
  expect(await tablet.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await context.setOffline(true)
  await expect(tablet.getByText('No connection.')).toBeVisible()
  await expect(tablet.getByRole('button', { name: 'Clock in' })).toBeDisabled()
  await context.setOffline(false)
  await expect(tablet.getByRole('button', { name: 'Clock in' })).toBeEnabled()
  await tablet.getByLabel('Language').selectOption('zh-HK')
  await expect(tablet.getByRole('button', { name: '上班打卡' })).toBeVisible()
  await context.close()
})
