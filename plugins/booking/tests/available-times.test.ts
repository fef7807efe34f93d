import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../core/root.ts'
import { getRefundPercent, getShare } from '../domain/refund.ts'
import { runCase } from './list-times.ts'
import { cases, weekly } from './time-cases.ts'

describe('available times of an event', () => {
  test.each(cases)('$name', (testCase) => {
    expect(runCase(testCase)).toEqual(testCase.times)
  })

  test('case names are unique, and there are at least sixty cases', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })

  test.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Apia'])(
    'they are the same on a machine in %s',
    async (TZ) => {
      const file = join(projectRoot(), 'plugins/booking/tests/list-times.ts')
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], {
        env: { ...process.env, TZ },
        cwd: projectRoot(),
      })
      expect(JSON.parse(stdout)).toEqual(cases.map(({ times }) => times))
    },
    60_000,
  )
})

test('a day has the same times alone and within its month', () => {
  const odd = { name: 'odd', event: { duration: 50, interval: 50 }, hours: [weekly('00:00', '00:00')], times: [] }
  const month = runCase({ ...odd, from: '2026-03-01', to: '2026-03-31' })
  for (const day of ['03-01', '03-02', '03-09', '03-31'])
    expect(runCase({ ...odd, from: `2026-${day}` })).toEqual(month.filter((time) => time.startsWith(day)))
})

test('the refund follows the highest matching step; without steps it is full until the cancellation deadline', () => {
  const steps = [
    { before: 60, percent: '25' },
    { before: 1_440, percent: '50.5' },
  ]
  expect([1_440, 1_439, 60, 59].map((minutes) => getRefundPercent({ steps, cancelUntil: 0, most: null }, minutes))).toEqual([
    50.5, 25, 25, 0,
  ])
  expect([61, 59].map((minutes) => getRefundPercent({ steps: [], cancelUntil: 60, most: null }, minutes))).toEqual([100, 0])
  expect([1_440, 59].map((minutes) => getRefundPercent({ steps, cancelUntil: 0, most: 30 }, minutes))).toEqual([30, 0])
  expect([getShare(999, 50), getShare(999, 50.5), getShare(999, 0), getShare(999, 100)]).toEqual([500, 504, 0, 999])
})
