import { expect, test } from 'vitest'
import { inside } from '../../../tests/cli/run-in-process.ts'

test('a dry run of the proof says what it would do and starts nothing', async () => {
  const { code, out, err } = await inside(['prove', 'payroll', '--employees', '40', '--kills', '2', '--dry-run'])
  expect(code).toBe(0)
  expect(out + err).toContain('40 employees, two processes, 2 kills')
})

test('the number of employees is a whole number', async () => {
  const { code, err } = await inside(['prove', 'payroll', '--employees', 'many', '--dry-run'])
  expect(code).toBe(2)
  expect(err).toContain('--employees')
})
