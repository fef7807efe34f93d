import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { getPercentAmount, getTierAmount, getTierStep, toHundredths } from '../domain/amounts.ts'
import { checkTiers } from '../domain/check-tiers.ts'
import { findOverrides, hasCycle, type Position } from '../domain/organization.ts'
import { findPeriod, findPreviousPeriod } from '../domain/periods.ts'
import { getReversal, spreadRefund } from '../domain/reversals.ts'
import { isComplete, splitShares } from '../domain/shares.ts'
import type { Tier } from '../domain/types.ts'

const tier = (from: number, to: number | null, percent: string): Tier => ({ from, to, percent })

/** 2 % to 10,000.00, 4 % to 50,000.00, 6 % from there. */
const rising = [tier(0, 1_000_000, '2'), tier(1_000_000, 5_000_000, '4'), tier(5_000_000, null, '6')]
/** 5 % below 1,000.00, 3 % from there. */
const falling = [tier(0, 100_000, '5'), tier(100_000, null, '3')]

describe('percentages of a base', () => {
  it.each([
    ['a whole percentage', 10_000, '10', 'HKD', 1_000],
    ['two decimals', 10_000, '2.55', 'HKD', 255],
    ['half a cent is rounded up', 1_500, '0.1', 'HKD', 2],
    ['less than half a cent is nothing', 1_049, '0.04', 'HKD', 0],
    ['a negative base is rounded away from zero', -1_500, '0.1', 'HKD', -2],
    ['more than the base', 10_000, '150', 'HKD', 15_000],
    ['nothing of something', 10_000, '0', 'HKD', 0],
    ['whole yen', 12_300, '5', 'JPY', 600],
    ['half a yen is rounded up', 13_000, '5', 'JPY', 700],
    ['a large amount is exact', 99_999_999_999_999, '33.33', 'HKD', 33_330_000_000_000],
  ])('%s', (_, base, percent, currency, amount) => {
    expect(getPercentAmount(base, percent, currency)).toBe(amount)
  })

  it.each(['', '-1', '1.234', '1,5', 'abc', '1.'])('"%s" is no percentage', (percent) => {
    expect(() => toHundredths(percent)).toThrow(RangeError)
  })
})

describe('tiers', () => {
  it.each([
    ['slab', 'nothing sold', rising, 0, 0],
    ['slab', 'the first tier', rising, 500_000, 10_000],
    ['slab', 'one cent below the second tier', rising, 999_999, 20_000],
    ['slab', 'the second tier begins with its first amount', rising, 1_000_000, 40_000],
    ['slab', 'one cent below the third tier', rising, 4_999_999, 200_000],
    ['slab', 'the whole amount has the percentage of the third tier', rising, 5_000_000, 300_000],
    ['slab', 'more refunded than sold', rising, -500_000, 0],
    ['slab', 'a lower percentage pays less for more', falling, 100_000, 3_000],
    ['marginal', 'nothing sold', rising, 0, 0],
    ['marginal', 'the first tier', rising, 500_000, 10_000],
    ['marginal', 'the second tier begins without a jump', rising, 1_000_000, 20_000],
    ['marginal', 'only the part above has the higher percentage', rising, 1_500_000, 40_000],
    ['marginal', 'one cent below the third tier', rising, 4_999_999, 180_000],
    ['marginal', 'three tiers', rising, 6_000_000, 240_000],
    ['marginal', 'more refunded than sold', rising, -1, 0],
    ['marginal', 'a lower percentage still pays more for more', falling, 200_000, 8_000],
  ] as const)('%s: %s', (method, _, tiers, base, amount) => {
    expect(getTierAmount(`tier_${method}`, tiers, base, 'HKD')).toBe(amount)
  })

  it.each([
    ['slab', 'a sale that stays in its tier', 0, 500_000, 10_000],
    ['slab', 'the sale that reaches the second tier also raises the earlier ones', 900_000, 200_000, 26_000],
    ['marginal', 'the part of a sale above the limit has the higher percentage', 900_000, 200_000, 6_000],
    ['marginal', 'a refund takes back what the top of the base earned', 1_100_000, -200_000, -6_000],
  ] as const)('%s: %s', (method, _, before, base, amount) => {
    expect(getTierStep(`tier_${method}`, rising, { before, base }, 'HKD')).toBe(amount)
  })

  test('whatever the sales are, their steps add up to the commission of their sum', () => {
    fc.assert(
      fc.property(fc.constantFrom('tier_slab', 'tier_marginal'), fc.array(fc.integer({ min: 1, max: 3_000_000 })), (method, sales) => {
        let [before, sum] = [0, 0]
        for (const base of sales) {
          sum += getTierStep(method, rising, { before, base }, 'HKD')
          before += base
        }
        expect(sum).toBe(getTierAmount(method, rising, before, 'HKD'))
      }),
    )
  })
})

describe('checks of tiers', () => {
  it.each([
    ['complete tiers are right', rising, []],
    ['one tier without an end is right', [tier(0, null, '5')], []],
    ['there is none', [], ['none']],
    ['the first begins above nothing', [tier(100, null, '5')], ['first_from']],
    ['a gap pays nothing', [tier(0, 100, '1'), tier(200, null, '2')], ['gap']],
    ['an overlap pays twice', [tier(0, 200, '1'), tier(100, null, '2')], ['overlap']],
    ['a tier after one without an end', [tier(0, null, '1'), tier(100, null, '2')], ['overlap']],
    ['the last one has an end', [tier(0, 100, '1'), tier(100, 200, '2')], ['last_to']],
    ['a tier without any amount', [tier(0, 0, '1'), tier(0, null, '2')], ['empty']],
  ] as const)('%s', (_, tiers, codes) => {
    expect(checkTiers('tier_slab', tiers).map(({ code }) => code)).toEqual(codes)
  })

  it('warns of the amounts at which selling more pays less', () => {
    expect(checkTiers('tier_slab', falling)).toEqual([{ level: 'warning', code: 'pays_less', index: 1, from: 100_000, to: 166_667 }])
  })

  it('warns of a falling percentage of marginal tiers, which never pay less', () => {
    expect(checkTiers('tier_marginal', falling)).toEqual([{ level: 'warning', code: 'lower_percent', index: 1 }])
  })
})

describe('shares', () => {
  it.each([
    ['one person', ['100'], 1_000, [1_000]],
    ['two halves of an odd amount', ['50', '50'], 1_001, [501, 500]],
    ['thirds', ['33.33', '33.33', '33.34'], 10_000, [3_333, 3_333, 3_334]],
    ['thirds of one cent', ['33.34', '33.33', '33.33'], 1, [1, 0, 0]],
    ['a share of nothing', ['100', '0'], 999, [999, 0]],
    ['a reduction', ['70', '30'], -1_001, [-701, -300]],
    ['whole yen', ['50', '50'], 10_100, [5_100, 5_000]],
  ] as const)('%s', (name, percents, base, parts) => {
    expect(splitShares(base, percents, name === 'whole yen' ? 'JPY' : 'HKD')).toEqual(parts)
  })

  it.each([
    [['100'], true],
    [['33.33', '33.33', '33.34'], true],
    [['33.33', '33.33', '33.33'], false],
    [['60', '50'], false],
    [[], false],
  ])('%j are complete: %s', (percents, complete) => {
    expect(isComplete(percents)).toBe(complete)
  })
})

describe('settlement periods', () => {
  it.each([
    ['monthly', '2026-02-28', '2026-02-01', '2026-02-28', '2026-01-01'],
    ['monthly', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01'],
    ['biweekly', '1970-01-05', '1970-01-05', '1970-01-18', '1969-12-22'],
    ['biweekly', '1970-01-04', '1969-12-22', '1970-01-04', '1969-12-08'],
    ['biweekly', '2026-12-01', '2026-11-23', '2026-12-06', '2026-11-09'],
    ['quarterly', '2026-12-31', '2026-10-01', '2026-12-31', '2026-07-01'],
    ['quarterly', '2026-01-01', '2026-01-01', '2026-03-31', '2025-10-01'],
    ['semi_annual', '2026-07-01', '2026-07-01', '2026-12-31', '2026-01-01'],
    ['annual', '2028-02-29', '2028-01-01', '2028-12-31', '2027-01-01'],
  ] as const)('%s on %s is %s to %s, after the one from %s', (settlement, date, start, end, before) => {
    expect(findPeriod(settlement, date)).toEqual({ start, end })
    expect(findPreviousPeriod(settlement, date).start).toBe(before)
  })
})

let lastId = 0
const at = (
  admin_id: number,
  parent_admin_id: number | null,
  override_percent: string,
  span: [string, string | null] = ['2026-01-01', null],
) => ({ id: ++lastId, admin_id, parent_admin_id, override_percent, valid_from: span[0], valid_to: span[1] }) satisfies Position

describe('overrides', () => {
  const chain = [at(1, null, '3'), at(2, 1, '2'), at(3, 2, '1'), at(4, 3, '0')]
  const moved = [at(1, null, '3'), at(2, null, '2'), at(4, 1, '0', ['2026-01-01', '2026-06-15']), at(4, 2, '0', ['2026-06-16', null])]
  it.each([
    ['every superior has a percentage of the same base', chain, 4, '2026-06-01', 5, ['3:1', '2:2', '1:3']],
    ['the depth is limited', chain, 4, '2026-06-01', 2, ['3:1', '2:2']],
    ['nobody is above the top', chain, 1, '2026-06-01', 5, []],
    ['nobody is above a seller without a position', chain, 9, '2026-06-01', 5, []],
    ['before the positions began', chain, 4, '2025-12-31', 5, []],
    ['a position of 0 % counts as a level', [at(1, null, '3'), at(2, 1, '0'), at(4, 2, '0')], 4, '2026-06-01', 5, ['1:3']],
    ['on the last day in the old team', moved, 4, '2026-06-15', 5, ['1:3']],
    ['on the first day in the new team', moved, 4, '2026-06-16', 5, ['2:2']],
    ['a superior who left', [at(1, null, '3', ['2026-01-01', '2026-03-31']), at(4, 1, '0')], 4, '2026-04-01', 5, []],
  ] as const)('%s', (_, positions, seller, day, depth, overrides) => {
    expect(findOverrides(positions, seller, day, depth).map(({ admin_id, percent }) => `${admin_id}:${percent}`)).toEqual(overrides)
  })

  it.each([
    ['a chain', chain, at(5, 4, '0'), false],
    ['oneself', [], at(5, 5, '0'), true],
    ['the top below the bottom', chain, at(1, 4, '0'), true],
    ['two people who exchange places', [at(1, 2, '1', ['2026-01-01', '2026-06-30'])], at(2, 1, '1', ['2026-07-01', null]), false],
    [
      'two people who are above each other for a day',
      [at(1, 2, '1', ['2026-01-01', '2026-07-01'])],
      at(2, 1, '1', ['2026-07-01', null]),
      true,
    ],
    [
      'three people, never all on one day',
      [at(2, 3, '1', ['2026-01-01', '2026-03-31']), at(3, 1, '1', ['2026-04-01', null])],
      at(1, 2, '1'),
      false,
    ],
  ] as const)('cycle: %s', (_, positions, changed, cycle) => {
    expect(hasCycle(changed.admin_id === 1 ? positions.filter(({ admin_id }) => admin_id !== 1) : positions, changed)).toBe(cycle)
  })
})

describe('reversals', () => {
  const earned = (refunded: number, reversed_base = 0, reversed_amount = 0) => ({
    ...{ base: 10_000, amount: 333, sold: 10_000 },
    ...{ refunded, reversed_base, reversed_amount },
  })
  it.each([
    ['the whole line', earned(10_000), 'HKD', -10_000, -333],
    ['a third', earned(3_333), 'HKD', -3_333, -111],
    ['the second third', earned(6_666, -3_333, -111), 'HKD', -3_333, -111],
    ['the rest', earned(10_000, -6_666, -222), 'HKD', -3_334, -111],
    ['the same refund again', earned(10_000, -10_000, -333), 'HKD', 0, 0],
    ['more than was sold', earned(12_000), 'HKD', -10_000, -333],
    ['a commission of half the base', { ...earned(5_000), base: 5_000, amount: 250 }, 'HKD', -2_500, -125],
    ['nothing sold', { ...earned(0), sold: 0 }, 'HKD', 0, 0],
    ['whole yen', { ...earned(5_000), amount: 500 }, 'JPY', -5_000, -300],
  ] as const)('%s', (_, line, currency, base, amount) => {
    expect(getReversal(line, currency)).toEqual({ base, amount })
  })

  test('whatever the steps are, a line that is refunded completely has earned nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4_000 })), fc.integer({ min: 0, max: 5_000 }), (steps, amount) => {
        let [refunded, base, taken] = [0, 0, 0]
        for (const step of [...steps, 10_000]) {
          refunded = Math.min(10_000, refunded + step)
          const reversal = getReversal({ base: 10_000, amount, sold: 10_000, refunded, reversed_base: base, reversed_amount: taken }, 'HKD')
          base += reversal.base
          taken += reversal.amount
        }
        expect([base, taken]).toEqual([-10_000, 0 - amount])
      }),
    )
  })

  it.each([
    ['over two lines by what is left', [[1, 3_000] as const, [2, 1_000] as const], 1_000, ['1:750', '2:250']],
    ['not over a line that is refunded', [[1, 0] as const, [2, 1_000] as const], 400, ['2:400']],
    ['at most what is left', [[1, 300] as const], 1_000, ['1:300']],
    ['nothing is left', [[1, 0] as const], 1_000, []],
  ] as const)('a refund without lines is spread: %s', (_, lines, amount, parts) => {
    const spread = spreadRefund(
      lines.map(([line_id, left]) => ({ line_id, left })),
      amount,
    )
    expect(spread.map((part) => `${part.line_id}:${part.amount}`)).toEqual(parts)
  })
})
