import { expect, test } from 'vitest'
import { getRoad } from './road.ts'

test('approval stands on the way of an order that was approved, and of no other', () => {
  expect(getRoad('sent', ['pending', 'approved', 'sent'])).toEqual(['draft', 'pending', 'approved', 'sent', 'received', 'completed'])
  expect(getRoad('approved', [])).toContain('approved')
  expect(getRoad('sent', ['pending', 'sent'])).not.toContain('approved')
})

test('a part that came stands there only as long as the rest is awaited', () => {
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
