import { expect, test } from 'vitest'
import { getRoad } from './usual-steps.ts'

test('the progress steps include approval only for an approved order', () => {
  expect(getRoad('sent', ['pending', 'approved', 'sent'])).toEqual(['draft', 'pending', 'approved', 'sent', 'received', 'completed'])
  expect(getRoad('approved', [])).toContain('approved')
  expect(getRoad('sent', ['pending', 'sent'])).not.toContain('approved')
})

test('the progress steps include partial receipt only while the rest is awaited', () => {
  expect(getRoad('partial_received', ['pending', 'sent'])).toEqual([
    'draft',
    'pending',
    'sent',
    'partial_received',
    'received',
    'completed',
  ])
  expect(getRoad('received', ['pending', 'sent', 'partial_received'])).not.toContain('partial_received')
})
