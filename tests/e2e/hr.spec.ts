// of plugins/hr
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const file = [
  'BEGIN:VCALENDAR',
  ...[
    ['20400101', 'The first day of January'],
    ['20400501', 'Labour Day'],
    ['20409999', 'No such day'],
  ].flatMap(([date, title]) => ['BEGIN:VEVENT', `DTSTART;VALUE=DATE:${date}`, `SUMMARY:${title}`, 'END:VEVENT']),
  'END:VCALENDAR',
].join('\r\n')

test('an employee is added with a department, and listed', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/employee/create')
  await page.getByLabel('Staff number').fill('E2E-1')
  await page.getByLabel('Name', { exact: true }).fill('Wai Yee Chan')
  await page.getByLabel('Join date').fill('2026-11-02')
  await page.getByLabel('Bank account number').fill('024-123-456')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/admin\/employee(\?|$)/)
  await page.getByRole('link', { name: 'Wai Yee Chan' }).click()
  await expect(page.getByLabel('Bank account number')).toHaveValue('024-123-456')
  expect(await seriousFaults(page)).toEqual([])
  await page.goto('/admin/department')
  await expect(page.getByRole('link', { name: 'Management' }).first()).toBeVisible()
})

test('a holiday file is imported after a rehearsal', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/holiday/calendar')
  await page.getByRole('link', { name: 'Hong Kong' }).click()
  await page.getByLabel('Choose a file').setInputFiles({ name: 'en.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) })
  await expect(page.getByText('To add: 2')).toBeVisible()
  await expect(page.getByText('Line 10: The date does not exist.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Import holidays' }).click()
  await expect(page.getByText('Holidays imported')).toBeVisible()
  await page.goto('/admin/holiday?q=Labour')
  await expect(page.getByRole('link', { name: 'Labour Day' }).first()).toBeVisible()
})
