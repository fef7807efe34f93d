// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Manifest, ResourceInfo } from 'stoa/api-types'
import { rowPath, rowTitle } from './paths.ts'

const session = { title: 'starts_at', columns: [{ name: 'starts_at', widget: 'instant' }] } as unknown as ResourceInfo

test('a row titled by a timestamp shows date and time in the time zone of the shop', () => {
  expect(rowTitle(session, { id: 7, starts_at: '2026-12-20T16:30:00.000Z' }, 'Asia/Hong_Kong')).toBe('2026-12-21 00:30')
  expect(rowTitle(session, { id: 7, starts_at: null }, 'Asia/Hong_Kong')).toBe('#7')
})

test('a row opens in the screen that is declared for rows, and otherwise in the form', () => {
  const payroll = { path: 'payroll', verbs: ['get', 'update'] } as unknown as ResourceInfo
  const open = (...screens: object[]) => rowPath({ screens } as unknown as Manifest, payroll, 7)
  const payslip = { path: 'payroll/payslip/view/{id}', opens_rows: true }
  expect(open()).toBe('/admin/payroll/edit/7')
  expect(open({ path: 'payroll/view/{id}' })).toBe('/admin/payroll/edit/7')
  expect(open(payslip, { path: 'payroll/view/{id}', opens_rows: true })).toBe('/admin/payroll/view/7')
  expect(open({ path: 'payroll/{id}' })).toBe('/admin/payroll/7')
})
