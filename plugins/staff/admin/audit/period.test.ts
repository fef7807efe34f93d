import { expect, test } from 'vitest'
import { dayBounds } from './period.ts'

test('a period is whole days on the clock of the business', () => {
  expect(dayBounds('2026-11-21', '2026-11-21', 'Asia/Hong_Kong')).toEqual({
    created_at__gte: '2026-11-20T16:00:00.000Z',
    created_at__lte: '2026-11-21T15:59:59.999Z',
  })
})

test('a day on which the clock changes has its own length', () => {
  expect(dayBounds('2026-03-08', '2026-03-08', 'America/New_York')).toEqual({
    created_at__gte: '2026-03-08T05:00:00.000Z',
    created_at__lte: '2026-03-09T03:59:59.999Z',
  })
})

test('what is no day filters nothing', () => {
  expect(dayBounds('', 'yesterday', 'UTC')).toEqual({})
})
