import { expect, test } from 'vitest'
import { getPoints, getPointsNeeded, getWorth } from '../domain/points.ts'
import { getTierAbove, getNextTier, type TierState } from '../domain/tiers.ts'

test('fractions of a point are dropped, however the factors are written', () => {
  expect(getPoints(12_800, '1', '1')).toBe(128)
  expect(getPoints(12_899, '1', '1')).toBe(128)
  expect(getPoints(100, '0.1', '1.5')).toBe(0)
  expect(getPoints(10_000, '0.1', '1.50')).toBe(15)
  expect(getPoints(-500, '1')).toBe(0)
})

test('the points needed for an amount are the fewest that cover it', () => {
  for (const value of ['0.01', '0.05', '0.3333', '1', '2.5'])
    for (const rate of ['1', '0.128', '7.8125'])
      for (let minor = 1; minor < 4_000; minor += 37) {
        const points = getPointsNeeded(minor, value, rate)
        expect(getWorth(points, value, rate), `${minor} at ${value} and ${rate}`).toBeGreaterThanOrEqual(minor)
        expect(getWorth(points - 1, value, rate)).toBeLessThan(minor)
      }
})

const at = new Date('2026-11-25T00:00:00Z')
const steps = [
  { id: 1, level: 1, threshold: 0, have: 900 },
  { id: 2, level: 2, threshold: 500, have: 900 },
  { id: 3, level: 3, threshold: 1_000, have: 900 },
]
const standing = (level: number, more: Partial<TierState> = {}): TierState => ({
  membership_id: level,
  level,
  expires_at: null,
  locked_until: null,
  ...more,
})
const over = { expires_at: new Date('2026-11-24T00:00:00Z') }

test('a member rises at once to the highest tier reached, and keeps a higher one', () => {
  expect(getNextTier(steps, null, at)?.id).toBe(2)
  expect(getNextTier(steps, standing(1), at)?.id).toBe(2)
  expect(getNextTier(steps, standing(2), at)).toBeUndefined()
  expect(getNextTier(steps, standing(3), at)).toBeUndefined()
  expect(getNextTier([{ ...steps[2], have: 0 } as never], null, at)).toBeUndefined()
})

test('an expired tier is evaluated again: it is renewed, replaced, or ends', () => {
  expect(getNextTier(steps, standing(2, over), at)?.id).toBe(2)
  expect(getNextTier(steps, standing(3, over), at)?.id).toBe(2)
  expect(getNextTier([], standing(2, over), at)).toBeNull()
  expect(getNextTier(steps, standing(3, { ...over, locked_until: new Date('2026-12-01T00:00:00Z') }), at)).toBeUndefined()
})

test('the next tier is the lowest one above', () => {
  expect(getTierAbove(steps, 0)?.id).toBe(1)
  expect(getTierAbove(steps, 1)?.id).toBe(2)
  expect(getTierAbove(steps, 3)).toBeUndefined()
})
