// of plugins/calendar ui-admin/src/calendar
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** A date in a month without demo data. */
const at = '/admin/calendar?view=month&day=2027-03-10'

/** Creates an article with a publication date. */
async function plan(page: Page, origin: string, title: string, show_date: string): Promise<void> {
  const answer = await page.request.post('/api/admin/article', {
    data: { title, url: title.toLowerCase().replaceAll(' ', '-'), content: '<p>Tea</p>', show_date },
    headers: { origin },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`)
const chip = (page: Page, date: string, title: string) => day(page, date).locator('.cal-chip', { hasText: title })

test('entries are moved by keyboard and mouse, and a source stays hidden after a reload', async ({ page, baseURL }) => {
  await signIn(page)
  await plan(page, baseURL ?? '', 'Spring harvest', '2027-03-10')
  await page.goto(at)
  await expect(chip(page, '2027-03-10', 'Spring harvest')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await day(page, '2027-03-10').focus()
  await page.keyboard.press('Enter')
  await expect(chip(page, '2027-03-10', 'Spring harvest')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/is picked up/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chip(page, '2027-03-18', 'Spring harvest')).toBeVisible()
  await page.reload()

  await chip(page, '2027-03-18', 'Spring harvest').dragTo(day(page, '2027-03-23'))
  await expect(chip(page, '2027-03-23', 'Spring harvest')).toBeVisible()
  await page.reload()
  await expect(chip(page, '2027-03-23', 'Spring harvest')).toBeVisible()

  await page.getByRole('button', { name: 'Articles', exact: true }).click()
  await expect(page.getByText('Spring harvest')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Articles', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('Spring harvest')).toHaveCount(0)
  await page.getByRole('button', { name: 'Articles', exact: true }).click()
  await expect(chip(page, '2027-03-23', 'Spring harvest')).toBeVisible()
})

test('letter keys change the view, arrow keys cross the end of a month, and T returns to today', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/calendar?view=month&day=2027-03-31')
  await day(page, '2027-03-31').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'April 2027' })).toBeVisible()
  await expect(day(page, '2027-04-01')).toBeFocused()
  await page.keyboard.press('w')
  await expect(page.getByRole('gridcell')).toHaveCount(7)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('l')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.keyboard.press('m')
  await page.keyboard.press('t')
  await expect(page.locator('[aria-current="date"]')).toBeVisible()
})

test('a phone starts with the list, from which entries are moved with a button', async ({ page, baseURL }) => {
  await signIn(page)
  await plan(page, baseURL ?? '', 'Cold brew', '2027-05-04')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/calendar?day=2027-05-01')
  await expect(page.getByRole('link', { name: 'Cold brew' })).toBeVisible()
  // The colour legend is one scrollable row, so that the days are visible.
  expect((await page.getByRole('list', { name: 'Calendars' }).boundingBox())?.height).toBeLessThan(60)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Move “Cold brew”' }).click()
  await page.getByLabel('New date').fill('2027-05-20')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('heading', { name: /May 20, 2027/ })).toBeVisible()
})

test('a feed URL for another calendar is shown once and revoked', async ({ page }) => {
  await signIn(page)
  await page.goto(at)
  await page.getByRole('button', { name: 'Calendar links' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Phone')
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByLabel('Link for “Phone”').inputValue()
  const path = new URL(url).pathname
  expect((await page.request.get(path)).status()).toBe(200)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke “Phone”' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(page.getByText('You have no calendar links yet.')).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
})
