import { splitByWeight } from 'stoa/money'
import { getPercentAmount, getTierStep, findTier, toHundredths } from './amounts.ts'
import { findOverrides, type Position } from './organization.ts'
import { findPeriod } from './periods.ts'
import { getReversal, spreadRefund } from './reversals.ts'
import { type Base, isTierMethod, type Method, type Settlement, type Tier, type Trigger } from './types.ts'

/** A commission group with what it needs to compute. */
export interface Group {
  id: number
  /** A disabled group earns nothing more; refunds still take back what it has earned. */
  enabled: boolean
  base: Base
  trigger: Trigger
  method: Method
  fixed_percent: string
  settlement: Settlement
  tiers: readonly Tier[]
}

/** Membership of an account in a group, both days included. */
export interface Membership {
  group_id: number
  admin_id: number
  valid_from: string
  valid_to: string | null
}

/** An entry of the ledger of sales, amounts in minor units of the base currency. */
export interface SoldEntry {
  id: number
  day: string
  kind: 'sale' | 'refund'
  line_id: number | null
  product_id: number | null
  gross: number
  net: number
  cost: number | null
}

/** An entry of the commission ledger that is to be written. Amounts in minor units. */
export interface NewEntry {
  admin_id: number
  seller_admin_id: number
  group_id: number
  settlement: Settlement
  kind: 'direct' | 'override' | 'reversal'
  reverses: 'direct' | 'override' | null
  source_id: number
  order_item_id: number
  base_amount: number
  percent: string | null
  amount: number
  share_percent: string | null
  earned_at: string
  tier_period: string | null
}

/** What a line of the order has earned for somebody already. */
export interface EarnedBefore {
  admin_id: number
  seller_admin_id: number
  group_id: number
  settlement: Settlement
  order_item_id: number
  earns: 'direct' | 'override'
  base: number
  amount: number
  reversed_base: number
  reversed_amount: number
  tier_period: string | null
}

export interface PostingInput {
  trigger: Trigger
  /** All entries of the order in the ledger of sales, by id. Those up to `after` are posted. */
  sold: readonly SoldEntry[]
  after: number
  /** Day from which the order earns by this trigger; earlier sales count on this day. */
  earned_from: string
  currency: string
  shares: readonly { admin_id: number; share_percent: string }[]
  groups: readonly Group[]
  members: readonly Membership[]
  /** Percentages of products, by "product/group". */
  rates: Readonly<Record<string, string>>
  positions: readonly Position[]
  levels: number
  earned: readonly EarnedBefore[]
  /** Bases sold in tier periods before, by `toTierKey`. */
  totals: ReadonlyMap<string, number>
}

export const toTierKey = (adminId: number, groupId: number, period: string): string => `${adminId}/${groupId}/${period}`

const isOn = ({ valid_from, valid_to }: Membership, day: string): boolean => valid_from <= day && (valid_to === null || day <= valid_to)

const getBase = (group: Group, { gross, net, cost }: SoldEntry): number =>
  Math.max(0, group.base === 'gross' ? gross : group.base === 'margin' ? net - (cost ?? 0) : net)

/**
 * The commission entries of an order that one trigger adds. Sales earn for whoever shares the order, by the groups they belonged to on that day;
 * their superiors of that day earn from the same base. Refunds take back their part of what a line has earned. A sale earns overrides once, by
 * the seller's first group, however many groups the seller is in. Specification backoffice 2.10.
 */
export function postEntries(input: PostingInput): NewEntry[] {
  const { after, currency } = input
  const totals = new Map(input.totals)
  const earned = new Map(input.earned.map((line) => [toEarnedKey(line), { ...line }]))
  const lines = new Map<number, { sold: number; refunded: number }>()
  const entries: NewEntry[] = []
  for (const entry of input.sold) {
    const isNew = entry.id > after
    if (entry.kind === 'sale' && entry.net > 0 && entry.line_id !== null) {
      const line = lines.get(entry.line_id) ?? { sold: 0, refunded: 0 }
      lines.set(entry.line_id, { ...line, sold: line.sold + entry.net })
      if (!isNew) continue
      for (const added of earnSale(input, entry, totals)) {
        entries.push(added)
        addEarned(earned, added)
      }
      continue
    }
    for (const [lineId, amount] of listReductions(entry, lines)) {
      const line = lines.get(lineId)
      if (!line) continue
      line.refunded += amount
      if (!isNew) continue
      for (const before of earned.values()) {
        if (before.order_item_id !== lineId) continue
        const { base, amount: taken } = getReversal({ ...before, ...line }, currency)
        if (base === 0 && taken === 0) continue
        before.reversed_base += base
        before.reversed_amount += taken
        entries.push(toReversal(input, entry, before, { base, amount: taken }, totals))
      }
    }
  }
  return entries
}

const toEarnedKey = (line: Pick<EarnedBefore, 'admin_id' | 'seller_admin_id' | 'group_id' | 'order_item_id' | 'earns'>): string =>
  [line.admin_id, line.seller_admin_id, line.group_id, line.order_item_id, line.earns].join('/')

function addEarned(earned: Map<string, EarnedBefore>, entry: NewEntry): void {
  const { admin_id, seller_admin_id, group_id, settlement, order_item_id, tier_period } = entry
  const earns = entry.kind === 'override' ? 'override' : 'direct'
  const key = toEarnedKey({ admin_id, seller_admin_id, group_id, order_item_id, earns })
  const line = earned.get(key) ?? {
    ...{ admin_id, seller_admin_id, group_id, settlement, order_item_id, earns, tier_period },
    ...{ base: 0, amount: 0, reversed_base: 0, reversed_amount: 0 },
  }
  earned.set(key, { ...line, base: line.base + entry.base_amount, amount: line.amount + entry.amount })
}

/** What an entry takes from lines: a refund of a line or of the whole order, or units that an order change removed. */
function listReductions(entry: SoldEntry, lines: ReadonlyMap<number, { sold: number; refunded: number }>): [number, number][] {
  const amount = entry.kind === 'refund' ? entry.net : -entry.net
  if (amount <= 0) return []
  if (entry.line_id !== null) return [[entry.line_id, amount]]
  const left = [...lines].map(([line_id, { sold, refunded }]) => ({ line_id, left: sold - refunded }))
  return spreadRefund(left, amount).map((part) => [part.line_id, part.amount])
}

const maxDay = (one: string, two: string): string => (one > two ? one : two)

/** Entries of one sold line: the shares by group, and the overrides of each share. */
function earnSale(input: PostingInput, entry: SoldEntry, totals: Map<string, number>): NewEntry[] {
  const { currency, earned_from } = input
  const earned_at = maxDay(entry.day, earned_from)
  const lineId = entry.line_id ?? 0
  return input.shares.flatMap(({ admin_id, share_percent }, n) => {
    const memberships = input.members.filter((member) => member.admin_id === admin_id && isOn(member, entry.day))
    const groups = input.groups
      .filter(({ id, enabled }) => enabled && memberships.some(({ group_id }) => group_id === id))
      .toSorted((one, two) => one.id - two.id)
    return groups.flatMap((group, place) => {
      if (group.trigger !== input.trigger) return []
      const weights = input.shares.map((share) => toHundredths(share.share_percent))
      const base = splitByWeight(getBase(group, entry), weights)[n] ?? 0
      if (base === 0) return []
      const { id: group_id, settlement } = group
      const shared = {
        seller_admin_id: admin_id,
        group_id,
        settlement,
        source_id: entry.id,
        order_item_id: lineId,
        base_amount: base,
        earned_at,
      }
      const overrides = place > 0 ? [] : findOverrides(input.positions, admin_id, entry.day, input.levels)
      return [
        ...earnDirect(input, group, { entry, base, earned_at }, admin_id, totals).map((direct) => ({
          ...shared,
          ...direct,
          ...{ admin_id, kind: 'direct' as const, reverses: null, share_percent },
        })),
        ...overrides.map((override) => ({
          ...shared,
          ...{ admin_id: override.admin_id, kind: 'override' as const, reverses: null, percent: override.percent, share_percent: null },
          ...{ amount: getPercentAmount(base, override.percent, currency), tier_period: null },
        })),
      ]
    })
  })
}

/** Amount and percentage of a direct entry; none for a product without a percentage. */
function earnDirect(
  { currency, rates }: PostingInput,
  group: Group,
  { entry, base, earned_at }: { entry: SoldEntry; base: number; earned_at: string },
  adminId: number,
  totals: Map<string, number>,
): Pick<NewEntry, 'percent' | 'amount' | 'tier_period'>[] {
  if (isTierMethod(group.method)) {
    const tier_period = findPeriod(group.settlement, earned_at).start
    const key = toTierKey(adminId, group.id, tier_period)
    const before = totals.get(key) ?? 0
    totals.set(key, before + base)
    const amount = getTierStep(group.method, group.tiers, { before, base }, currency)
    return [{ percent: findTier(group.tiers, Math.max(0, before + base))?.percent ?? '0', amount, tier_period }]
  }
  const own = group.method === 'product_percent' ? rates[`${entry.product_id ?? 0}/${group.id}`] : undefined
  const percent = own ?? group.fixed_percent
  if (toHundredths(percent) === 0) return []
  return [{ percent, amount: getPercentAmount(base, percent, currency), tier_period: null }]
}

/** The entry of a reversal. Within the tier period of the sale, the base no longer counts towards tiers; later, tiers stay as they were. */
function toReversal(
  { earned_from }: PostingInput,
  entry: SoldEntry,
  before: EarnedBefore,
  { base, amount }: { base: number; amount: number },
  totals: Map<string, number>,
): NewEntry {
  const { admin_id, seller_admin_id, group_id, settlement, order_item_id, earns } = before
  const earned_at = maxDay(entry.day, earned_from)
  const tier_period = before.tier_period === findPeriod(settlement, earned_at).start ? before.tier_period : null
  if (tier_period !== null) {
    const key = toTierKey(admin_id, group_id, tier_period)
    totals.set(key, (totals.get(key) ?? 0) + base)
  }
  return {
    ...{ admin_id, seller_admin_id, group_id, settlement, order_item_id, earned_at, tier_period },
    ...{ kind: 'reversal', reverses: earns, source_id: entry.id, base_amount: base, percent: null, amount, share_percent: null },
  }
}
