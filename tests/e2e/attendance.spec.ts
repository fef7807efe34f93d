// of plugins/attendance
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('an employee punches in and out, and appeals against a day on a phone', async ({ page, baseURL }) => {
  const origin = baseURL ?? ''
  await signIn(page)
  await page.request.put('/api/admin/settings/employee', { data: { enabled: true }, headers: { origin } })
  const { id: account_id } = (await (await page.request.get('/api/admin')).json()) as { id: number }
  const work = { work_weekdays: [1, 2, 3, 4, 5, 6, 7], join_date: '2026-01-01' }
  const { id: employee_id } = await post(page, origin, 'hr_employee', { staff_no: 'E2E-ME', name: 'Wai Yee Chan', account_id, ...work })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await post(page, origin, 'hr_attendance/recalculate', { from: day(5), to: day(2), employee_id })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/my-attendance')
  await page.getByRole('button', { name: 'Punch in' }).click()
  await expect(page.getByText(/Punched in at \d\d:\d\d/)).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Punch out' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  // A day of the last two weeks, so that the appeal is in time.
  await page.locator('.attendance-days a').last().click()
  await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible()
  await page.getByRole('button', { name: 'Appeal against the day' }).click()
  await page.getByText('The times are right, accept the day as present').click()
  await page.getByLabel('Reason').pressSequentially('The terminal was broken')
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await page.getByLabel('Choose a file').setInputFiles({ name: 'terminal.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('button', { name: 'terminal.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit appeal' }).click()
  await expect(page.getByText('Your appeal waits for a decision.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'terminal.png' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel appeal' }).click()
  await expect(page.getByText('Appeal canceled')).toBeVisible()
})

test('a shift is added and assigned, and a second one at the same time is refused with its reason', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  await page.goto('/admin/shift/create')
  await page.getByLabel('Name', { exact: true }).pressSequentially('Stocktake night')
  await page.getByLabel('Start', { exact: true }).pressSequentially('22:00')
  await page.getByLabel('End', { exact: true }).pressSequentially('6:00')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('link', { name: 'Stocktake night' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const employee = await post(page, origin, 'hr_employee', { staff_no: 'E2E-A', name: 'Night Owl', join_date: '2026-01-01' })
  const shifts = (await (await page.request.get('/api/admin/hr_shift?q=Stocktake')).json()) as { data: { id: number }[] }
  const input = { employee_id: employee.id, shift_id: shifts.data[0]?.id, start_date: '2026-11-30' }
  await post(page, origin, 'hr_shift_assignment', input)
  const refused = await page.request.post('/api/admin/hr_shift_assignment', { data: input, headers: { origin } })
  expect(refused.status()).toBe(422)
  await page.goto('/admin/shift/assignment')
  await expect(page.getByText('Night Owl').first()).toBeVisible()
})

test('the view of a day shows where its figures come from, and punches are imported after a rehearsal', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/attendance')
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('heading', { name: 'Punches' })).toBeVisible()
  await expect(page.getByText('belong to this day')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/admin/punch')
  await page.getByRole('button', { name: 'Import punches' }).click()
  const buffer = Buffer.from('E0001\t2025-06-02 09:00:00\t1\nnobody\t2025-06-02 09:00:00\t1\n')
  await page.getByLabel('Choose a file').setInputFiles({ name: 'log.dat', mimeType: 'text/plain', buffer })
  await expect(page.getByText('Line 2: No employee has this staff number.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Import punches' }).click()
  await expect(page.getByText('Punches imported: 1')).toBeVisible()
})
