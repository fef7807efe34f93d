// of core/mail core/setting plugins/currency ui-admin/src/form ui-admin/src/settings
import { seriousFaults, signIn, saved } from './support.ts'
import { expect, type Page, test } from './test.ts'
import { retype } from './retype.ts'

const open = async (page: Page, tab: string) => {
  await signIn(page)
  await page.goto(`/admin/configuration?active_tab=${tab}`)
  await expect(page.locator('.settings-body form').first()).toBeVisible()
}

test('search finds settings by their labels and leads to the field', async ({ page }) => {
  await open(page, 'basic')
  await page.getByLabel('Search settings').pressSequentially('check out without an account')
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(links).toHaveText(['Store rules', 'Guest checkout'])
  await links.last().click()
  await expect(page).toHaveURL(/active_tab=shop/)
  await expect(page.getByRole('checkbox', { name: 'Guest checkout' })).toBeFocused()
  await retype(page.getByLabel('Search settings'), 'no such thing')
  await expect(page.getByText('No setting matches “no such thing”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all settings' }).click()
  await expect(links.filter({ hasText: 'Currency' })).toBeVisible()
})

test('settings are grouped cards with rarely used lists, and search finds fields too', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    ...['Store', 'Sales', 'Customers', 'Marketing', 'Bookings', 'Team', 'System'],
  ])
  await expect(main.getByRole('region', { name: 'Team' }).getByRole('link', { name: /^Roles/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Search settings').pressSequentially('guest checkout')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Store'])
  await main.getByRole('link', { name: 'Guest checkout', exact: true }).click()
  await expect(page).toHaveURL(/active_tab=shop/)
  await expect(page.getByRole('checkbox', { name: 'Guest checkout' })).toBeFocused()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Settings' }).click()
  await main.getByRole('link', { name: /^Roles/ }).click()
  await expect(page).toHaveURL(/\/admin\/role$/)
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText('Settings')
})

test('changing the main language requires typing the new value', async ({ page }) => {
  await open(page, 'basic')
  await page.getByLabel('Main language').selectOption('zh-HK')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('From English to 繁體中文.')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('button', { name: 'Confirm change' })).toBeDisabled()
  await dialog.getByLabel('Type zh-HK to confirm').pressSequentially('zh-CN')
  await expect(dialog.getByRole('button', { name: 'Confirm change' })).toBeDisabled()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Main language')).toHaveValue('en-US')
})

test('an unreadable color is reported while typing and rejected on save', async ({ page }) => {
  await open(page, 'template')
  await retype(page.getByRole('textbox', { name: 'Text', exact: true }), '#cccccc')
  await expect(page.getByText('Contrast 1.6 : 1, at least 4.5 needed')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.field-error')).toContainText('is 1.6 to 1')
  await retype(page.getByRole('textbox', { name: 'Text', exact: true }), '#222222')
  await page.getByRole('radio', { name: 'Studio' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Studio' })).toBeChecked()
})

test('a secret is set, then only shown as set, and removed', async ({ page }) => {
  await open(page, 'recaptcha')
  await page.getByLabel('Secret key').fill('a-secret-for-tests-9876')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Set, ends with 9876')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Set, ends with 9876')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Will be removed when you save')).toBeVisible()
  await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())
  await expect(page.getByLabel('Secret key')).toHaveValue('')
})

test('a test mail reports its result', async ({ page }) => {
  await open(page, 'mail')
  await page.getByLabel('Send to').fill('may@example.com')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByRole('link', { name: 'Open outbox' }).click()
  await expect(page.getByText('may@example.com').first()).toBeVisible()
})

test('every tab has no serious accessibility faults in light and dark', async ({ page }) => {
  test.slow()
  await open(page, 'basic')
  const tabs = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').count()
  expect(tabs).toBeGreaterThan(8)
  for (const dark of [false, true]) {
    await page.evaluate((on) => document.body.classList.toggle('bp6-dark', on), dark)
    for (let i = 0; i < tabs; i += 1) {
      const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link').nth(i)
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('.settings-body .bp6-skeleton')).toHaveCount(0)
      expect(await seriousFaults(page), await link.innerText()).toEqual([])
    }
  }
})

test('the SMS settings show the webhook URL that receives STOP', async ({ page, baseURL }) => {
  await signIn(page)
  await page.goto('/admin/configuration?active_tab=sms')
  await expect(page.getByLabel('Webhook URL for Twilio')).toHaveValue(`${baseURL}/api/sms/inbound`)
  expect(await seriousFaults(page)).toEqual([])
})
