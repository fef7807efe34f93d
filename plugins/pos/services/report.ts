import { type Ctx, type Db, AppError, formatMoney, NOT_FOUND, sql, systemCtx } from 'stoa'
import type { Report } from '../api-types.ts'
import { expectedCash, missingTickets } from './session.ts'

interface Head extends Pick<Report, 'number' | 'register' | 'status' | 'opened_at' | 'closed_at' | 'reason'> {
  opened_by: number | null
  closed_by: number | null
  float: number
  counted: number | null
  expected: number | null
  difference: number | null
}

type Counts = Pick<Report, 'sales' | 'returns' | 'pickups' | 'trouble'>
type Amounts = Record<'sold' | 'back' | 'collected' | 'rounding' | 'discounts', number>

/**
 * Report of a till session: X report while open, Z report when closed. With `blind`, the expected cash is hidden
 * until it was counted.
 * @throws AppError NOT_FOUND
 */
export async function readReport(ctx: Ctx, db: Db, storeId: number, id: number, blind: boolean): Promise<Report> {
  const head = await db.one<Head>(sql`select s.number, r.name as register, s.status, s.opened_at, s.opened_by, s.closed_at, s.closed_by,
      s.float_minor as float, s.counted_minor as counted, s.expected_minor as expected, s.difference_minor as difference, s.reason
    from pos_session s join pos_register r on r.id = s.register_id where s.id = ${id} and s.store_id = ${storeId}`)
  if (!head) throw new AppError(NOT_FOUND)
  const [people, [tickets], ways, moves, counts, lies, missing] = await Promise.all([
    ctx.kernel.resources.options(
      systemCtx(ctx.kernel, 'pos'),
      'account',
      '',
      [head.opened_by, head.closed_by].filter((accountId) => accountId !== null),
    ),
    db.rows<Counts & Amounts>(sql`
      select count(*) filter (where k.kind = 'sale')::int as sales, coalesce(sum(k.total_minor) filter (where k.kind = 'sale'), 0)::bigint as sold,
        count(*) filter (where k.kind = 'return')::int as returns, coalesce(sum(k.total_minor) filter (where k.kind = 'return'), 0)::bigint as back,
        count(*) filter (where k.kind = 'pickup')::int as pickups, coalesce(sum(k.total_minor) filter (where k.kind = 'pickup'), 0)::bigint as collected,
        count(*) filter (where k.trouble <> '{}' and k.seen_at is null)::int as trouble,
        coalesce(sum(k.rounding_minor), 0)::bigint as rounding, coalesce(sum(k.discount_minor), 0)::bigint as discounts
      from pos_ticket k where k.session_id = ${id}`),
    db.rows<{
      method: string
      amount: number
      count: number
    }>(sql`select p.method, sum(p.amount_minor)::bigint as amount, count(*)::int as count
      from pos_payment p join pos_ticket k on k.id = p.ticket_id where k.session_id = ${id} group by p.method order by p.method`),
    db.rows<{
      kind: string
      amount: number
      reason: string
      at: string
      by: string
    }>(sql`select c.kind, c.amount_minor as amount, c.reason, c.created_at as at,
      c.actor as by from pos_cash c where c.session_id = ${id} and c.kind in ('in', 'out', 'drop') order by c.id`),
    db.rows<{ counted: number; at: string; by: string }>(sql`select c.counted_minor as counted, c.created_at as at, c.actor as by
      from pos_count c where c.session_id = ${id} order by c.id`),
    expectedCash(db, id),
    missingTickets(db, id),
  ])
  const named = (accountId: number | null) => people.find(({ value }) => value === accountId)?.label ?? ''
  const isVisible = !blind || head.counted !== null
  const { sold, back, collected, discounts, rounding, ...numbers } = tickets as Counts & Amounts
  return {
    ...head,
    ...numbers,
    opened_by: named(head.opened_by),
    closed_by: named(head.closed_by),
    sold: formatMoney(sold),
    back: formatMoney(back),
    collected: formatMoney(collected),
    discounts: formatMoney(discounts),
    rounding: formatMoney(rounding),
    missing,
    ways: ways.map((w) => ({ ...w, amount: formatMoney(w.amount) })),
    float: formatMoney(head.float),
    moves: moves.map((m) => ({ ...m, amount: formatMoney(m.amount) })),
    counts: counts.map((c) => ({ ...c, counted: formatMoney(c.counted) })),
    expected: isVisible ? formatMoney(head.expected ?? lies) : null,
    counted: head.counted === null ? null : formatMoney(head.counted),
    difference: head.difference === null ? null : formatMoney(head.difference),
  }
}
