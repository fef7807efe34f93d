// of plugins/attendance
import type { Page } from '@playwright/test'
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const DAY_MS = 86_400_000
/** A Monday some weeks ahead, whose roster is empty. */
const monday = (() => {
  const date = new Date(Date.now() + 63 * DAY_MS)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() || 7) - 1))
  return date.toISOString().slice(0, 10)
})()
const plus = (days: number) => new Date(Date.parse(monday) + days * DAY_MS).toISOString().slice(0, 10)

async function setUp(page: Page, origin: string): Promise<{ name: string; ids: number[]; early: string; late: string }> {
  const suffix = String(Date.now()).slice(-7)
  const name = `Roster ${suffix}`
  const ids: number[] = []
  for (const part of ['A', 'B']) {
    const input = { staff_no: `R-${suffix}-${part}`, name: `${name} ${part}`, join_date: '2026-01-01' }
    ids.push((await post(page, origin, 'hr_employee', input)).id)
  }
  const [early, late] = [`Early ${suffix}`, `Late ${suffix}`]
  await post(page, origin, 'hr_shift', { name: early, start_min: 420, end_min: 900 })
  await post(page, origin, 'hr_shift', { name: late, start_min: 840, end_min: 1_320 })
  return { name, ids, early, late }
}

const cell = (page: Page, id: number, date: string) => page.locator(`[data-cell="${id}/${date}"]`)

async function openWeek(page: Page, name: string, week = monday): Promise<void> {
  await page.goto(`/admin/shift/roster?week=${week}`)
  await page.getByLabel('Search employees').pressSequentially(name)
  // Only the two employees are left, so nothing moves any more while a shift is dragged.
  await expect(page.locator('.roster tbody tr')).toHaveCount(2)
}

test('a week is planned by keyboard: choose, copy, paste, clear, undo', async ({ page, baseURL }) => {
  await signIn(page)
  const { name, ids, early, late } = await setUp(page, baseURL ?? '')
  await openWeek(page, name)
  const [a = 0, b = 0] = ids
  await cell(page, a, monday).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: early }).focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, a, monday)).toContainText(early)
  await expect(cell(page, a, monday)).toBeFocused()
  await expect(cell(page, a, monday)).toHaveAccessibleName(new RegExp(`${name} A, .*${early} 07:00–15:00, draft`))

  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, b, plus(1))).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(cell(page, b, plus(1))).toContainText(early)
  await page.keyboard.press('Delete')
  await expect(cell(page, b, plus(1))).not.toContainText(early)
  await page.keyboard.press('Control+z')
  await expect(cell(page, b, plus(1))).toContainText(early)

  // A second shift that overlaps is refused on the day, with the reason.
  await cell(page, a, monday).click()
  await page.getByText('Keep the other shifts of the day').click()
  await page.getByRole('dialog').getByRole('button', { name: late }).click()
  await expect(cell(page, a, monday)).toContainText('The employee has the shift')
  expect(await seriousFaults(page)).toEqual([])
})

test('shifts are dragged from the palette and between days, the week is copied and published', async ({ page, baseURL }) => {
  await signIn(page)
  const { name, ids, early, late } = await setUp(page, baseURL ?? '')
  await openWeek(page, name)
  const [a = 0, b = 0] = ids
  const palette = page.getByRole('group', { name: 'Shifts' })
  await palette.getByText(late).dragTo(cell(page, a, plus(2)))
  await expect(cell(page, a, plus(2))).toContainText(late)
  await cell(page, a, plus(2))
    .getByText(late)
    .dragTo(cell(page, b, plus(3)))
  await expect(cell(page, b, plus(3))).toContainText(late)
  await expect(cell(page, a, plus(2))).not.toContainText(late)
  await palette.getByText(early).dragTo(cell(page, a, monday))
  await expect(cell(page, a, monday)).toContainText(early)

  await openWeek(page, name, plus(7))
  await page.getByRole('button', { name: 'Copy last week' }).click()
  await expect(cell(page, b, plus(10))).toContainText(late)
  await expect(cell(page, a, plus(7))).toContainText('draft')
  await page.getByRole('button', { name: 'Publish week (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish week' }).click()
  await expect(page.getByText('Shifts published: 2')).toBeVisible()
  await expect(cell(page, a, plus(7))).not.toContainText('draft')
  expect(await seriousFaults(page)).toEqual([])
})

test('on a phone a tap on a day opens the shifts', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { name, ids, early } = await setUp(page, baseURL ?? '')
  await openWeek(page, name)
  await page.getByRole('group', { name: 'Day' }).getByRole('button').nth(1).click()
  await cell(page, ids[0] ?? 0, plus(1)).click()
  await page.getByRole('dialog').getByRole('button', { name: early }).click()
  await expect(cell(page, ids[0] ?? 0, plus(1))).toContainText(early)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(page)).toEqual([])
})
