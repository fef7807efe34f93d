import { expect, test } from 'vitest'
import { isTransitionOffered } from './offered-transitions.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const booking = (more: object) => ({ id: 1, starts_at: inHours(48), awaits_payment: false, ...more })

test.each([
  [true, false],
  [false, true],
])('while the order of a booking is unpaid (%s), approving it is offered: %s', (awaits_payment, offered) => {
  expect(isTransitionOffered(booking({ awaits_payment }), 'approve')).toBe(offered)
  expect(isTransitionOffered(booking({ awaits_payment }), 'cancel')).toBe(true)
})

test.each(['attend', 'miss', 'complete'])('%s is offered from an hour before the booking begins', (name) => {
  expect(isTransitionOffered(booking({}), name)).toBe(false)
  expect(isTransitionOffered(booking({ starts_at: inHours(0.5) }), name)).toBe(true)
  expect(isTransitionOffered(booking({ starts_at: inHours(-2) }), name)).toBe(true)
})
