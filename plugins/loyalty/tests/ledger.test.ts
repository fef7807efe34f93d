import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, sql } from 'stoa'
import { tries } from '../../../tests/support/property.ts'
import { openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { getTierAbove, getNextTier, type Step } from '../domain/tiers.ts'
import { getPoints, getPointsNeeded, getWorth } from '../domain/points.ts'
import { changePoints, expireLots } from '../services/account.ts'
import { member, sound } from './support.ts'

/** The points ledger, compared with a simple reference model. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterAll(() => shop.it.close())

interface Lot {
  points: number
  days: number | null
}
type Act = { do: 'put'; points: number; days: number | null } | { do: 'take'; points: number; owing: boolean }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    points: fc.integer({ min: 1, max: 50 }),
    days: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 400 })),
  }),
  fc.record({ do: fc.constant('take' as const), points: fc.integer({ min: 1, max: 60 }), owing: fc.boolean() }),
)

/** The reference model: debts are settled first, and the lots that expire first are spent first. */
function byHand(lots: Lot[], a: Act): Lot[] | undefined {
  const now = lots.map((lot) => ({ ...lot }))
  if (a.do === 'put') {
    let left = a.points
    for (const lot of now)
      if (lot.points < 0) {
        const filled = Math.min(left, -lot.points)
        lot.points += filled
        left -= filled
      }
    return left > 0 ? [...now, { points: left, days: a.days }] : now
  }
  const spendable = now.reduce((sum, { points }) => sum + points, 0)
  if (!a.owing && spendable < a.points) return undefined
  let left = a.points
  for (const lot of [...now].filter(({ points }) => points > 0).sort((x, y) => (x.days ?? 1e9) - (y.days ?? 1e9))) {
    const usedPoints = Math.min(left, lot.points)
    lot.points -= usedPoints
    left -= usedPoints
  }
  return left > 0 ? [...now, { points: -left, days: null }] : now
}

test('after any changes, the points equal those of a naive calculation by expiry', { timeout: 120_000 }, async () => {
  const { kernel } = shop.it
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
      const { person } = await member(shop)
      let lots: Lot[] = []
      for (const a of acts) {
        const next = byHand(lots, a)
        const done = await kernel
          .transaction((tx) =>
            changePoints(tx, {
              person,
              kind: 'adjust',
              points: a.do === 'put' ? a.points : -a.points,
              ...(a.do === 'put' ? { expires: a.days === null ? null : new Date(Date.now() + a.days * 86_400_000) } : { owing: a.owing }),
            }),
          )
          .then(
            () => true,
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error
              return false
            },
          )
        expect(done).toBe(next !== undefined)
        lots = next ?? lots
      }
      const there = await kernel.db.rows<{ points: number; days: number | null }>(sql`
        select sum(remaining)::int as points, round(extract(epoch from expires_at - now()) / 86400)::int as days from points_lot
        where person_id = ${person} and remaining <> 0 group by 2 order by 2 nulls last`)
      const byEnd = new Map<number | null, number>()
      for (const { points, days } of lots) if (points !== 0) byEnd.set(days, (byEnd.get(days) ?? 0) + points)
      const expected = [...byEnd].filter(([, points]) => points !== 0).sort(([x], [y]) => (x ?? 1e9) - (y ?? 1e9))
      expect(there.filter(({ points }) => points !== 0).map(({ points, days }) => [days, points])).toEqual(expected)
    }),
    { ...tries(12), endOnFailure: true },
  )
  await sound(shop)
})

test('expired points cannot be spent, and are removed once with an entry that states how many', async () => {
  const { kernel } = shop.it
  const { person } = await member(shop)
  const work = (points: number, expires: Date | null = null) =>
    kernel.transaction((tx) => changePoints(tx, { person, kind: 'adjust', points, ...(points > 0 ? { expires } : {}) }))
  await work(30, new Date(Date.now() - 1_000))
  await work(20)
  await expect(work(-21)).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  await work(-20)
  for (const _ of [1, 2]) await kernel.transaction((tx) => expireLots(tx, person))
  const book = await kernel.db.rows<{ kind: string; points: number; left: number }>(
    sql`select kind, points, balance_after as left from points_entry where person_id = ${person} order by id`,
  )
  expect(book.map((e) => [e.kind, e.points, e.left])).toEqual([
    ['adjust', 30, 30],
    ['adjust', 20, 50],
    ['adjust', -20, 30],
    ['expire', -30, 0],
  ])
})

test('the points needed for an amount cover it, and one fewer does not', () => {
  const factor = fc.integer({ min: 1, max: 999_999 }).map((i) => `${Math.floor(i / 10_000)}.${String(i % 10_000).padStart(4, '0')}`)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), factor, factor, (minor, value, rate) => {
      const needed = getPointsNeeded(minor, value, rate)
      expect(getWorth(needed, value, rate)).toBeGreaterThanOrEqual(minor)
      if (needed > 1) expect(getWorth(needed - 1, value, rate)).toBeLessThan(minor)
    }),
    tries(400),
  )
  expect(() => getPointsNeeded(1, '0', '1')).toThrow('worth nothing')
})

test('whole points are earned on the amount paid, none for nothing, and never more for less', () => {
  expect([getPoints(9_999, '1'), getPoints(99, '1'), getPoints(0, '1'), getPoints(-100, '1'), getPoints(10_000, '0.5', '1.5')]).toEqual([
    99, 0, 0, 0, 75,
  ])
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.nat(5_000_000), (a, b) => {
      expect(getPoints(Math.min(a, b), '1.25', '1.1')).toBeLessThanOrEqual(getPoints(Math.max(a, b), '1.25', '1.1'))
      // Two orders never earn more points than one order of their sum.
      expect(getPoints(a, '1.25') + getPoints(b, '1.25')).toBeLessThanOrEqual(getPoints(a + b, '1.25'))
    }),
    tries(300),
  )
})

test('a tier is reached at its threshold, ends at its expiry, and not before the locked-until day is over', () => {
  const steps: Step[] = [
    { id: 1, level: 1, threshold: 100, have: 100 },
    { id: 2, level: 2, threshold: 100, have: 99 },
  ]
  const at = new Date('2027-01-01T00:00:00Z')
  const later = new Date('2027-01-01T00:00:00.001Z')
  const stands = (more: object) => ({ membership_id: 2, level: 2, expires_at: null, locked_until: null, ...more })
  expect(getNextTier(steps, null, at)?.id).toBe(1)
  expect(getNextTier(steps, stands({}), at)).toBeUndefined()
  expect(getNextTier(steps, stands({ expires_at: later }), at)).toBeUndefined()
  expect(getNextTier(steps, stands({ expires_at: at }), at)).toMatchObject({ id: 1 })
  expect(getNextTier(steps, stands({ expires_at: at, locked_until: later }), at)).toBeUndefined()
  expect(getNextTier(steps, stands({ expires_at: at, locked_until: at }), at)).toMatchObject({ id: 1 })
  expect(getNextTier([], stands({ expires_at: at }), at)).toBeNull()
  expect([getTierAbove(steps, 0)?.id, getTierAbove(steps, 1)?.id, getTierAbove(steps, 2)]).toEqual([1, 2, undefined])
})
