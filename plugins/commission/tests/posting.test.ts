import { describe, expect, it, test } from 'vitest'
import type { Position } from '../domain/organization.ts'
import { type EarnedBefore, type Group, type NewEntry, postEntries, type PostingInput, type SoldEntry } from '../domain/post-entries.ts'
import { getTierCurve } from '../domain/tier-curve.ts'
import { computeWhatIf } from '../domain/what-if.ts'

const group = (values: Partial<Group> = {}): Group => ({
  ...{ id: 1, enabled: true, base: 'net_of_discount', trigger: 'order_paid', method: 'fixed_percent', fixed_percent: '10' },
  ...{ settlement: 'monthly', tiers: [] },
  ...values,
})

const tiers = [
  { from: 0, to: 10_000, percent: '5' },
  { from: 10_000, to: null, percent: '10' },
]

/** A sold line of 120.00 before a discount of 20.00, which cost 60.00. */
const sale = (values: Partial<SoldEntry> = {}): SoldEntry => ({
  ...{ id: 1, day: '2026-06-10', kind: 'sale', line_id: 1, product_id: 7, gross: 12_000, net: 10_000, cost: 6_000 },
  ...values,
})
const refund = (values: Partial<SoldEntry> = {}): SoldEntry => sale({ id: 2, kind: 'refund', gross: 0, net: 4_000, cost: null, ...values })

const input = (values: Partial<PostingInput> = {}): PostingInput => ({
  ...{ trigger: 'order_paid', sold: [sale()], after: 0, earned_from: '2026-06-10', currency: 'HKD' },
  ...{ shares: [{ admin_id: 11, share_percent: '100' }], groups: [group()], members: [member(11)], rates: {} },
  ...{ positions: [], levels: 5, earned: [], totals: new Map() },
  ...values,
})

const member = (admin_id: number, group_id = 1, span: [string, string | null] = ['2026-01-01', null]) => ({
  ...{ admin_id, group_id, valid_from: span[0], valid_to: span[1] },
})

const brief = (entries: readonly NewEntry[]) =>
  entries.map(({ kind, admin_id, base_amount, amount }) => [kind, admin_id, base_amount, amount])

describe('what a sale earns', () => {
  it.each<[string, Partial<PostingInput>, unknown[]]>([
    ['a percentage of the price after discounts', {}, [['direct', 11, 10_000, 1_000]]],
    ['a percentage of the price before discounts', { groups: [group({ base: 'gross' })] }, [['direct', 11, 12_000, 1_200]]],
    ['a percentage of the margin', { groups: [group({ base: 'margin' })] }, [['direct', 11, 4_000, 400]]],
    [
      'the margin of a line without a cost is its price',
      { groups: [group({ base: 'margin' })], sold: [sale({ cost: null })] },
      [['direct', 11, 10_000, 1_000]],
    ],
    ['nothing when it was sold at a loss', { groups: [group({ base: 'margin' })], sold: [sale({ cost: 11_000 })] }, []],
    ['nothing for a gift', { sold: [sale({ net: 0 })] }, []],
    ['nothing for shipping, which names no line', { sold: [sale({ line_id: null })] }, []],
    ['nothing without a membership', { members: [] }, []],
    ['nothing in a disabled group', { groups: [group({ enabled: false })] }, []],
    ['nothing by the trigger of others', { groups: [group({ trigger: 'order_completed' })] }, []],
    ['nothing at a rate of 0', { groups: [group({ fixed_percent: '0' })] }, []],
    [
      'whole yen',
      { currency: 'JPY', groups: [group({ fixed_percent: '0.33' })], sold: [sale({ net: 100_000 })] },
      [['direct', 11, 100_000, 300]],
    ],
    [
      'the rate of the product',
      { groups: [group({ method: 'product_percent' })], rates: { '7/1': '25.00' } },
      [['direct', 11, 10_000, 2_500]],
    ],
    [
      'the fixed rate for other products',
      { groups: [group({ method: 'product_percent' })], rates: { '8/1': '25.00' } },
      [['direct', 11, 10_000, 1_000]],
    ],
    ['nothing for a product at 0', { groups: [group({ method: 'product_percent' })], rates: { '7/1': '0.00' } }, []],
    ['the first tier', { groups: [group({ method: 'tier_slab', tiers })], sold: [sale({ net: 9_999 })] }, [['direct', 11, 9_999, 500]]],
    ['the tier it reaches', { groups: [group({ method: 'tier_slab', tiers })] }, [['direct', 11, 10_000, 1_000]]],
    [
      'a slab also raises what was sold before in the period',
      { groups: [group({ method: 'tier_slab', tiers })], totals: new Map([['11/1/2026-06-01', 5_000]]) },
      [['direct', 11, 10_000, 1_250]],
    ],
    [
      'a marginal tier does not',
      { groups: [group({ method: 'tier_marginal', tiers })], totals: new Map([['11/1/2026-06-01', 5_000]]) },
      [['direct', 11, 10_000, 750]],
    ],
    [
      'sales of another period do not count',
      { groups: [group({ method: 'tier_slab', tiers })], totals: new Map([['11/1/2026-05-01', 90_000]]) },
      [['direct', 11, 10_000, 1_000]],
    ],
    [
      'two shares',
      {
        shares: [
          { admin_id: 11, share_percent: '66.67' },
          { admin_id: 12, share_percent: '33.33' },
        ],
        members: [member(11), member(12)],
      },
      [
        ['direct', 11, 6_667, 667],
        ['direct', 12, 3_333, 333],
      ],
    ],
    [
      'the share of somebody in no group is not spread over the others',
      {
        shares: [
          { admin_id: 11, share_percent: '50' },
          { admin_id: 12, share_percent: '50' },
        ],
      },
      [['direct', 11, 5_000, 500]],
    ],
    [
      'two groups of one person',
      { groups: [group(), group({ id: 2, fixed_percent: '1' })], members: [member(11), member(11, 2)] },
      [
        ['direct', 11, 10_000, 1_000],
        ['direct', 11, 10_000, 100],
      ],
    ],
    ['on the last day of a membership', { members: [member(11, 1, ['2026-01-01', '2026-06-10'])] }, [['direct', 11, 10_000, 1_000]]],
    ['not on the day after it', { members: [member(11, 1, ['2026-01-01', '2026-06-09'])] }, []],
  ])('%s', (_, values, entries) => {
    expect(brief(postEntries(input(values)))).toEqual(entries)
  })
})

test('a member who changes the group in the middle of a month earns by each group for its days', () => {
  const groups = [group(), group({ id: 2, fixed_percent: '20' })]
  const members = [member(11, 1, ['2026-01-01', '2026-06-15']), member(11, 2, ['2026-06-16', null])]
  const sold = [sale({ day: '2026-06-15' }), sale({ id: 2, line_id: 2, day: '2026-06-16' })]
  expect(postEntries(input({ groups, members, sold })).map(({ group_id, amount }) => [group_id, amount])).toEqual([
    [1, 1_000],
    [2, 2_000],
  ])
})

test('an order that completes later earns on that day, by the membership of the day it was paid', () => {
  const groups = [group({ trigger: 'order_completed' })]
  const members = [member(11, 1, ['2026-01-01', '2026-06-30'])]
  const [entry] = postEntries(input({ trigger: 'order_completed', groups, members, earned_from: '2026-07-02' }))
  expect(entry).toMatchObject({ amount: 1_000, earned_at: '2026-07-02' })
})

describe('overrides', () => {
  const position = (id: number, admin_id: number, parent_admin_id: number | null, override_percent: string): Position => ({
    ...{ id, admin_id, parent_admin_id, override_percent, valid_from: '2026-01-01', valid_to: null },
  })
  const positions = [position(1, 1, null, '1'), position(2, 2, 1, '2'), position(3, 11, 2, '0')]

  it('superiors earn from the direct base, not from what others earn', () => {
    expect(brief(postEntries(input({ positions })))).toEqual([
      ['direct', 11, 10_000, 1_000],
      ['override', 2, 10_000, 200],
      ['override', 1, 10_000, 100],
    ])
  })

  it('a seller in two groups gives one override', () => {
    const groups = [group(), group({ id: 2 })]
    const entries = postEntries(input({ positions, groups, members: [member(11), member(11, 2)] }))
    expect(brief(entries.filter(({ kind }) => kind === 'override'))).toEqual([
      ['override', 2, 10_000, 200],
      ['override', 1, 10_000, 100],
    ])
  })

  it('a refund takes back overrides too', () => {
    expect(brief(postEntries(input({ positions, sold: [sale(), refund()] }))).slice(3)).toEqual([
      ['reversal', 11, -4_000, -400],
      ['reversal', 2, -4_000, -80],
      ['reversal', 1, -4_000, -40],
    ])
  })
})

describe('refunds', () => {
  const earned = (values: Partial<EarnedBefore> = {}): EarnedBefore => ({
    ...{ admin_id: 11, seller_admin_id: 11, group_id: 1, settlement: 'monthly', order_item_id: 1, earns: 'direct' },
    ...{ base: 10_000, amount: 1_000, reversed_base: 0, reversed_amount: 0, tier_period: null },
    ...values,
  })
  it.each<[string, Partial<PostingInput>, unknown[]]>([
    ['takes back its part', { sold: [sale(), refund()], after: 1, earned: [earned()] }, [['reversal', 11, -4_000, -400]]],
    [
      'that is posted takes nothing back again',
      { sold: [sale(), refund()], after: 2, earned: [earned({ reversed_base: -4_000, reversed_amount: -400 })] },
      [],
    ],
    [
      'of the rest takes back the rest',
      {
        sold: [sale(), refund(), refund({ id: 3, net: 6_000 })],
        after: 2,
        earned: [earned({ amount: 999, reversed_base: -4_000, reversed_amount: -400 })],
      },
      [['reversal', 11, -6_000, -599]],
    ],
    [
      'without a line is spread over the lines',
      {
        sold: [sale(), sale({ id: 2, line_id: 2, net: 30_000 }), refund({ id: 3, line_id: null, net: 4_000 })],
        after: 2,
        earned: [earned(), earned({ order_item_id: 2, base: 30_000, amount: 3_000 })],
      },
      [
        ['reversal', 11, -1_000, -100],
        ['reversal', 11, -3_000, -300],
      ],
    ],
    [
      'of units that an order change removed',
      { sold: [sale(), sale({ id: 2, gross: -6_000, net: -5_000, cost: -3_000 })], after: 1, earned: [earned()] },
      [['reversal', 11, -5_000, -500]],
    ],
    [
      'in a group that is disabled now',
      { sold: [sale(), refund()], after: 1, earned: [earned()], groups: [group({ enabled: false })] },
      [['reversal', 11, -4_000, -400]],
    ],
    [
      'of somebody who left the group',
      { sold: [sale(), refund()], after: 1, earned: [earned()], members: [] },
      [['reversal', 11, -4_000, -400]],
    ],
  ])('a refund %s', (_, values, entries) => {
    expect(brief(postEntries(input(values)))).toEqual(entries)
  })

  it('lowers the base of tiers in the period of the sale, and leaves it in a later one', () => {
    const groups = [group({ method: 'tier_slab', tiers })]
    const post = (day: string) =>
      postEntries(input({ groups, sold: [sale(), refund({ day })], after: 1, earned: [earned({ tier_period: '2026-06-01' })] }))
    expect(post('2026-06-30').map(({ tier_period }) => tier_period)).toEqual(['2026-06-01'])
    expect(post('2026-07-01').map(({ tier_period, amount }) => [tier_period, amount])).toEqual([[null, -400]])
  })
})

test('what-if applies another rule to each period, and sums by account', () => {
  const past = [
    { admin_id: 11, period: '2026-04-01', base: 5_000, amount: 500 },
    { admin_id: 11, period: '2026-05-01', base: 20_000, amount: 2_000 },
    { admin_id: 12, period: '2026-04-01', base: -1_000, amount: -100 },
  ]
  expect(computeWhatIf(past, { method: 'tier_slab', fixed_percent: '0', tiers }, 'HKD')).toEqual([
    { admin_id: 11, base: 25_000, before: 2_500, after: 2_250 },
    { admin_id: 12, base: -1_000, before: -100, after: 0 },
  ])
  expect(computeWhatIf(past, { method: 'fixed_percent', fixed_percent: '1', tiers: [] }, 'HKD').map(({ after }) => after)).toEqual([
    250, -10,
  ])
})

test('a curve begins at nothing and ends beyond the last tier', () => {
  const curve = getTierCurve('tier_slab', tiers, 'HKD')
  expect([curve[0], curve.at(-1)]).toEqual([
    { base: 0, amount: 0 },
    { base: 15_000, amount: 1_500 },
  ])
})
