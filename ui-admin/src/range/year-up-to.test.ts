import { expect, test } from 'vitest'
import { yearUpTo } from './year-up-to.ts'

test('a report begins with twelve whole months', () => {
  expect(yearUpTo('2026-11-21')).toBe('2025-12-01')
  expect(yearUpTo('2026-12-31')).toBe('2026-01-01')
  expect(yearUpTo('2024-02-29')).toBe('2023-03-01')
})
