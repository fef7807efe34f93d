import { expect, test } from 'vitest'
import { getDays } from './minutes.ts'

test('a long duration is shown in days and hours', () => {
  expect(getDays(4_320, 'en-US')).toBe('3 days')
  expect(getDays(1_500, 'en-US')).toBe('1 day 1 hour')
  expect(getDays(2_945, 'zh-HK')).toBe('2 日 1 小時 5 分鐘')
})
