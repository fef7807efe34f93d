// of plugins/calendar ui-admin/src/calendar
import { post, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`)
const chip = (page: Page, date: string, title: string) => day(page, date).locator('.cal-chip', { hasText: title })

test('my calendar has my tasks, moved by keyboard, and nothing that is not mine', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  await post(page, origin, 'my/task', { title: 'Count the tins', due_date: '2027-07-14' })
  await post(page, origin, 'article', { title: 'Summer tea', url: 'summer-tea', content: '<p>Tea</p>', show_date: '2027-07-14' })
  await page.goto('/admin/calendar?view=month&day=2027-07-14')
  await expect(chip(page, '2027-07-14', 'Summer tea')).toBeVisible()
  await page.getByRole('link', { name: 'My calendar' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My calendar' })).toBeVisible()

  await page.goto('/admin/my-calendar?view=month&day=2027-07-14')
  await expect(chip(page, '2027-07-14', 'Count the tins')).toBeVisible()
  await expect(page.getByText('Summer tea')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])

  await day(page, '2027-07-14').focus()
  for (const key of ['Enter', 'Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(chip(page, '2027-07-15', 'Count the tins')).toBeVisible()
  await page.reload()
  await chip(page, '2027-07-15', 'Count the tins').dragTo(day(page, '2027-07-20'))
  await expect(chip(page, '2027-07-20', 'Count the tins')).toBeVisible()

  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await expect(page.locator('.cal-chip', { hasText: 'Count the tins' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Tasks', exact: true })).toHaveAttribute('aria-pressed', 'false')
  // Each of the two calendars remembers its own hidden types.
  await page.goto('/admin/calendar?view=month&day=2027-07-14')
  await expect(chip(page, '2027-07-20', 'Count the tins')).toBeVisible()
  await page.goto('/admin/my-calendar?view=month&day=2027-07-14')
  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await expect(chip(page, '2027-07-20', 'Count the tins')).toBeVisible()
})

test('a link for my calendar is offered from there, with names of customers if wanted, and works on a phone', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/my-calendar?day=2027-08-01')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.getByRole('button', { name: 'Calendar links' }).click()
  await expect(page.getByRole('radio', { name: 'Only mine' })).toBeChecked()
  await page.getByText('Show names of customers', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('My phone')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByLabel('Link for “My phone”').inputValue()
  await expect(page.getByText('Only mine · with names of customers')).toBeVisible()
  expect((await page.request.get(new URL(url).pathname)).status()).toBe(200)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Revoke “My phone”' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(page.getByText('You have no calendar links yet.')).toBeVisible()
  expect((await page.request.get(new URL(url).pathname)).status()).toBe(404)
})
