import { type Ctx, Failed, formatMoney, NOT_FOUND, pick, type Sql, sql } from '#core'
import { currency } from '../../catalogue/index.ts'
import type { PoLine, PoReceipt, PoView } from '../wire.ts'
import { dueSql } from './moves.ts'

type Minor<T, K extends keyof T> = Omit<T, K> & Record<K, number>

type Head = Minor<PoView, 'subtotal' | 'discount' | 'freight' | 'total' | 'base_total'> & { creator_id: number | null }

const optionsSql = (
  say: (column: Sql) => Sql,
) => sql`(select coalesce(string_agg(${say(sql`v.label`)}, ' · ' order by po."order", po.id), '')
  from product_option po join option_value v on v.product_option_id = po.id and v.code = s.values->>po.key where po.product_id = p.id)`

/** The lines of an order with what they are called in the language of the context. */
export async function linesOf(ctx: Ctx, id: number): Promise<PoLine[]> {
  const say = (column: Sql) => pick(column, ctx.language, ctx.main)
  const rows = await ctx.kernel.db.rows<Minor<PoLine, 'unit_cost' | 'discount' | 'total'>>(sql`
    select l.id, l.stock_id, p.id as product_id, s.sku, l.supplier_sku, coalesce(${say(sql`p.name`)}, '') as name, ${optionsSql(say)} as options,
      p.has_expiry_date as dated, l.quantity, l.received_quantity as received, l.rejected_quantity as rejected, l.closed_quantity as closed,
      greatest(0, l.quantity - l.received_quantity - l.rejected_quantity - l.closed_quantity) as open,
      l.unit_cost_minor as unit_cost, l.discount_minor as discount, l.unit_cost_minor * l.quantity - l.discount_minor as total
    from purchase_order_line l join stock s on s.id = l.stock_id join product p on p.id = s.product_id where l.po_id = ${id} order by l.id`)
  return rows.map((l) => ({
    ...l,
    unit_cost: formatMoney(l.unit_cost),
    discount: formatMoney(l.discount),
    total: formatMoney(l.total),
  }))
}

/** An order with all that belongs to it. @throws Failed NOT_FOUND */
export async function viewOf(ctx: Ctx, id: number): Promise<PoView> {
  const { db } = ctx.kernel
  const head = await headOf(ctx, id)
  const [lines, receipts, payments, money, history] = await Promise.all([
    linesOf(ctx, id),
    receiptsOf(ctx, id),
    db.rows<{ id: number; amount: number; method: string; reference: string; paid_at: string }>(
      sql`select id, amount_minor as amount, method, reference, paid_at from supplier_payment where po_id = ${id} order by paid_at, id`,
    ),
    db.one<{ due: number; paid: number }>(dueSql(id)),
    db.rows<PoView['history'][number]>(sql`
      select h.created_at as at, h.from_status, h.to_status, h.reason, coalesce(a.name, h.actor_kind) as who from status_history h
      left join account a on h.actor_kind = 'admin' and a.id = h.actor_id where h.document_type = 'po' and h.document_id = ${id} order by h.id`),
  ])
  const { creator_id, ...rest } = head
  return {
    ...rest,
    subtotal: formatMoney(head.subtotal),
    discount: formatMoney(head.discount),
    freight: formatMoney(head.freight),
    total: formatMoney(head.total),
    base_total: formatMoney(head.base_total),
    base_currency: ctx.kernel.settings.of(currency).base_currency,
    own: ctx.actor.kind === 'admin' && creator_id === ctx.actor.id,
    lines,
    receipts,
    payments: payments.map((p) => ({ ...p, amount: formatMoney(p.amount) })),
    due: formatMoney(money?.due ?? 0),
    paid: formatMoney(money?.paid ?? 0),
    history,
  }
}

async function headOf(ctx: Ctx, id: number): Promise<Head> {
  const head = await ctx.kernel.db.one<Head>(sql`
    select o.id, o.number, o.status, o.currency, trim_scale(o.exchange_rate)::text as exchange_rate, o.subtotal_minor as subtotal, o.discount_minor as discount,
      o.freight_minor as freight, o.total_minor as total, o.base_total_minor as base_total, o.remark, o.closed_reason, o.created_at, o.ordered_at, o.expected_at,
      coalesce(c.name, '') as creator, coalesce(a.name, '') as approver, o.created_by as creator_id, o.mails_wanted, o.mails_sent,
      jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'email', s.email, 'phone', s.phone, 'language', s.paper_language,
        'payment_terms_days', s.payment_terms_days) as supplier,
      jsonb_build_object('id', w.id, 'name', w.name) as warehouse
    from purchase_order o join supplier s on s.id = o.supplier_id join warehouse w on w.id = o.warehouse_id
    left join account c on c.id = o.created_by left join account a on a.id = o.approved_by where o.id = ${id}`)
  if (!head) throw new Failed(NOT_FOUND)
  return head
}

async function receiptsOf(ctx: Ctx, id: number): Promise<PoReceipt[]> {
  const say = (column: Sql) => pick(column, ctx.language, ctx.main)
  const rows = await ctx.kernel.db.rows<Omit<PoReceipt, 'lines'> & { lines: Minor<PoReceipt['lines'][number], 'unit_cost'>[] }>(sql`
    select g.id, g.number, g.received_at, coalesce(a.name, '') as who, g.delivery_note,
      (select jsonb_agg(jsonb_build_object('id', r.id, 'po_line_id', r.po_line_id, 'sku', s.sku, 'name', coalesce(${say(sql`p.name`)}, ''), 'accepted', r.accepted,
          'rejected', r.rejected, 'expiry_date', r.expiry_date, 'lot_code', r.lot_code, 'reason', r.reason, 'unit_cost', r.unit_cost_minor) order by r.id)
        from goods_receipt_line r join stock s on s.id = r.stock_id join product p on p.id = s.product_id where r.receipt_id = g.id) as lines
    from goods_receipt g left join account a on a.id = g.received_by where g.po_id = ${id} order by g.id desc`)
  return rows.map((g) => ({ ...g, lines: g.lines.map((l) => ({ ...l, unit_cost: formatMoney(l.unit_cost) })) }))
}
