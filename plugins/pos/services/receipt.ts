import { basic, type Ctx, AppError, figureText, type Locale, NOT_FOUND, sql, systemCtx } from 'stoa'
import { type Block, DOCUMENTS, type PrintedDocument } from 'stoa/plugins/documents'
import { PAYMENTS } from 'stoa/plugins/payments'
import { readOrderReceipt, type OrderReceipt } from 'stoa/plugins/sales'
import type { store as stores } from 'stoa/plugins/stores'
import { rollHeight, ROLL } from '../domain/roll.ts'
import { posRules } from '../settings.ts'
import { getMethodTitle } from './method-title.ts'

type Store = typeof stores.Row & { id: number }

interface TicketRow {
  id: number
  number: string
  order_id: number
  sold_at: string
  cashier: string
  /** It is a pickup order. */
  collected: boolean
  /** Amount taken at the POS, in minor units. */
  total: number
  payments: { method: string; amount: number; tendered: number | null; reference: string }[]
}

/** A ticket with its amounts for the receipt. */
export interface PrintedTicket {
  ticket: TicketRow
  bill: OrderReceipt
}

/** A sale or a handed-over pickup order of a store. @throws AppError NOT_FOUND, also for a return */
export async function readTicket(ctx: Ctx, storeId: number, id: number): Promise<PrintedTicket> {
  const row = await ctx.kernel.db.one<TicketRow & { cashier_id: number | null }>(sql`
    select k.id, k.number, k.order_id, k.sold_at, k.kind = 'pickup' as collected, k.total_minor as total, k.cashier_id, coalesce((select c.actor from pos_cash c where c.ticket_id = k.id order by c.id limit 1), '') as cashier,
      coalesce((select json_agg(json_build_object('method', p.method, 'amount', p.amount_minor, 'tendered', p.tendered_minor, 'reference', p.reference) order by p.id)
        from pos_payment p where p.ticket_id = k.id), '[]') as payments
    from pos_ticket k where k.id = ${id} and k.store_id = ${storeId} and k.kind <> 'return' and k.order_id is not null`)
  if (!row) throw new AppError(NOT_FOUND)
  const { cashier_id, ...ticket } = row
  // The cash entry stores the cashier's name of that day; without one, the current account name is used.
  if (ticket.cashier === '' && cashier_id !== null) {
    const [person] = await ctx.kernel.resources.options(systemCtx(ctx.kernel, 'pos'), 'account', '', [cashier_id])
    ticket.cashier = person?.label ?? ''
  }
  return { ticket, bill: await readOrderReceipt(ctx, ticket.order_id) }
}

/** Receipt of a ticket for 80 mm paper, in the language of the sale. */
export async function createReceipt(ctx: Ctx, store: Store, { ticket, bill }: PrintedTicket): Promise<PrintedDocument> {
  const { kernel } = ctx
  const { language } = bill
  const saleCtx = { ...ctx, language }
  const rules = kernel.settings.of(posRules, language)
  const say = (key: string, words: Record<string, unknown> = {}) => kernel.i18n.t(language, `pos:paper.${key}`, words)
  const offers = await kernel.get(PAYMENTS).listOffers(saleCtx, { currency: bill.currency, channel: 'pos' })
  const shop = kernel.settings.of(basic, language)
  const change = ticket.payments.reduce((sum, p) => sum + Math.max(0, (p.tendered ?? p.amount) - p.amount), 0)
  const goods = bill.lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const figure = (minor: number) => figureText(minor, bill.currency)
  const row = (label: string, minor: number): [string, string] => [label, figure(minor)]
  const blocks: Block[] = [
    ...[store.name, store.address, store.phone ?? '', rules.receipt_header].flatMap((text, i): Block[] =>
      text ? [{ type: 'text', text, align: 'center', ...(i > 0 ? { quiet: true } : {}) }] : [],
    ),
    { type: 'rule' },
    {
      type: 'pairs',
      rows: [
        [say('number'), ticket.number],
        [say('order'), bill.number],
        [say('date'), formatTime(ticket.sold_at, language, shop.time_zone)],
        ...(ticket.cashier ? [[say('cashier'), ticket.cashier] as [string, string]] : []),
        ...(bill.name ? [[say('member'), bill.name] as [string, string]] : []),
      ],
    },
    { type: 'rule' },
    {
      type: 'table',
      columns: [
        { label: say('item'), share: 5 },
        { label: say('amount'), share: 2, align: 'right' },
      ],
      rows: bill.lines.map((l) => [
        { text: [l.name, ...l.options.map(({ value }) => value)].join(' – '), detail: `${l.quantity} × ${figure(l.unit)}` },
        figure(l.unit * l.quantity),
      ]),
    },
    {
      type: 'totals',
      rows: [
        ...(bill.discounts.length > 0 || bill.shipping > 0 ? [row(say('subtotal'), goods)] : []),
        ...bill.discounts.map(({ label, minor }) => row(label, -minor)),
        ...(bill.shipping > 0 ? [row(say('shipping'), bill.shipping)] : []),
        [say('total'), `${bill.currency} ${figure(bill.total)}`],
        ...(ticket.collected && bill.total > ticket.total ? [row(say('before'), bill.total - ticket.total)] : []),
        ...ticket.payments.map((p) =>
          row([getMethodTitle(saleCtx, offers, p.method), p.reference].filter(Boolean).join(' '), p.tendered ?? p.amount),
        ),
        ...(change > 0 ? [row(say('change'), change)] : []),
      ],
    },
    ...bill.taxes.map((text): Block => ({ type: 'text', text, quiet: true, align: 'right' })),
    { type: 'space', height: 3 },
    { type: 'code', code: { kind: 'code128', text: ticket.number }, height: 10, caption: ticket.number, align: 'center' },
    ...(rules.receipt_footer ? ([{ type: 'text', text: rules.receipt_footer, align: 'center', quiet: true }] as Block[]) : []),
  ]
  const title = say('title', { number: ticket.number })
  return { title: `${title} · ${String(shop.name)}`, language, page: { ...ROLL, height: rollHeight(blocks) }, blocks }
}

/** The receipt in memory, for e-mail. */
export const receiptBytes = async (ctx: Ctx, store: Store, sold: PrintedTicket): Promise<Buffer> =>
  ctx.kernel.get(DOCUMENTS).bytes(await createReceipt(ctx, store, sold))

const formatTime = (at: string, language: Locale, timeZone: string): string =>
  new Date(at).toLocaleString(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
