// of plugins/payroll
import type { Page } from '@playwright/test'
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

/** An employee with an approved salary, who is then linked to the account that is signed in: nobody enters their own salary. */
async function hireSelf(page: Page, origin: string): Promise<void> {
  const { id: account_id } = (await (await page.request.get('/api/admin')).json()) as { id: number }
  const { id: structure_id } = await post(page, origin, 'hr_pay_structure/sample', { code: 'hong_kong' })
  const person = { staff_no: 'E2E-PAY', name: 'Ling Wong', join_date: '2020-01-01', birth_date: '1990-01-01' }
  const { id } = await post(page, origin, 'hr_employee', person)
  const salary = { employee_id: id, structure_id, effective_from: '2020-01-01', base_amount: '21000.00', allowances: [] }
  const { id: salaryId } = await post(page, origin, 'admin_salary', salary)
  await post(page, origin, `admin_salary/${salaryId}/approve`, {})
  const { version } = (await (await page.request.get(`/api/admin/hr_employee/${id}`)).json()) as { version: number }
  const linked = await page.request.put(`/api/admin/hr_employee/${id}`, { data: { account_id, version }, headers: { origin } })
  expect(linked.ok(), await linked.text()).toBe(true)
}

test('a payroll is added, calculated, reviewed, approved and sent', async ({ page, baseURL }) => {
  const origin = baseURL ?? ''
  await signIn(page)
  await page.request.put('/api/admin/settings/employee', { data: { enabled: true }, headers: { origin } })
  await hireSelf(page, origin)

  await page.goto('/admin/payroll/create')
  await page.getByLabel('First day').focus()
  await page.keyboard.type('01152026')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/payroll$/)
  const { data } = (await (await page.request.get('/api/admin/hr_payroll?start_date=2026-01-01')).json()) as { data: { id: number }[] }
  const id = data[0]?.id
  await page.goto(`/admin/payroll/view/${id}`)
  await page.getByRole('button', { name: 'Calculate payroll' }).click()
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible({ timeout: 30_000 })
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('table', { name: 'Employees' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Explain Base salary' }).click()
  await expect(page.getByRole('dialog').getByText('Days of the period')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.goto(`/admin/payroll/view/${id}`)
  await page.getByRole('button', { name: 'Approve payroll' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('approved', { ignoreCase: true })
  await page.getByRole('button', { name: 'Send payslips' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send payslips' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('sent', { ignoreCase: true })
})

test('an employee reads a payslip on a phone, and sees what a line was computed from', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/my-payroll')
  await expect(page.getByRole('heading', { name: 'My payroll' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.locator('.pay-item').first().click()
  await page.getByRole('button', { name: 'Explain MPF, employee' }).click()
  await expect(page.getByRole('dialog').getByText(/Cap\. 485/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  const href = await page.getByRole('link', { name: 'English' }).getAttribute('href')
  const pdf = await page.request.get(new URL(href ?? '', baseURL).href)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
})
