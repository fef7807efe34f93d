import { type Ctx, type Db, AppError, formatMoney, NOT_FOUND, sql, systemCtx } from 'stoa'
import type { Report } from '../api-types.ts'
import { expectedCash, missingTickets } from './session.ts'

interface Head {
  number: string
  register: string
  status: string
  opened_at: string
  opened_by: number | null
  closed_at: string | null
  closed_by: number | null
  float: number
  counted: number | null
  expected: number | null
  difference: number | null
  reason: string
}

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
  const [people, tickets, ways, moves, counts, lies, missing] = await Promise.all([
    ctx.kernel.resources.options(
      systemCtx(ctx.kernel, 'pos'),
      'account',
      '',
      [head.opened_by, head.closed_by].filter((accountId) => accountId !== null),
    ),
    db.one<{
      sales: number
      sold: number
      returns: number
      back: number
      pickups: number
      collected: number
      trouble: number
      rounding: number
      discounts: number
    }>(sql`
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
  return {
    number: head.number,
    register: head.register,
    status: head.status,
    opened_at: head.opened_at,
    opened_by: named(head.opened_by),
    closed_at: head.closed_at,
    closed_by: named(head.closed_by),
    reason: head.reason,
    sales: tickets?.sales ?? 0,
    sold: formatMoney(tickets?.sold ?? 0),
    returns: tickets?.returns ?? 0,
    back: formatMoney(tickets?.back ?? 0),
    pickups: tickets?.pickups ?? 0,
    collected: formatMoney(tickets?.collected ?? 0),
    discounts: formatMoney(tickets?.discounts ?? 0),
    rounding: formatMoney(tickets?.rounding ?? 0),
    trouble: tickets?.trouble ?? 0,
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
