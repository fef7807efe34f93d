// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ResourceInfo } from 'stoa/api-types'
import { rowTitle } from './paths.ts'

const session = { title: 'starts_at', columns: [{ name: 'starts_at', widget: 'instant' }] } as unknown as ResourceInfo

test('a row titled by a timestamp shows date and time in the time zone of the shop', () => {
  expect(rowTitle(session, { id: 7, starts_at: '2026-12-20T16:30:00.000Z' }, 'Asia/Hong_Kong')).toBe('2026-12-21 00:30')
  expect(rowTitle(session, { id: 7, starts_at: null }, 'Asia/Hong_Kong')).toBe('#7')
})
