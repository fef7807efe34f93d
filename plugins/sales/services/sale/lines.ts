import { type Ctx, type Db, AppError, type Kernel, prepareKernelStatement, literal, sql, type Sql } from 'stoa'
import { CART_CHANGED } from '../../errors.ts'
import { type Handover, LINE_KINDS, type LineSql } from './line-kinds.ts'

/** An item in a cart or on an order that is being written, with its current price and availability. */
export interface SaleLine {
  id: number
  kind: string
  /** Id of the item within its line kind. */
  subject_id: number
  quantity: number
  additional_options: Record<string, string>
  /** The price the shopper last saw; null if none is stored. */
  seen: number | null
  sku: string
  name: string
  visible: boolean
  is_deleted: boolean
  /** Unit amounts in minor units of the base currency: the list price, a temporary special price, and the price to pay now. */
  price: number
  special: number | null
  pay: number
  /** Unit cost; null if unknown. */
  cost: number | null
  /** Available units; null for no limit. */
  available: number | null
  handover: Handover
  options: { label: string; value: string }[]
  image: string | null
  /** Path of its store page; null if there is none. */
  link: string | null
  /** Weight of one unit in grams. */
  weight: number
  type: string
  product_id: number | null
  url: string
}

const getLanguages = (ctx: Pick<Ctx, 'language' | 'mainLanguage'>) => ({ language: ctx.language, mainLanguage: ctx.mainLanguage })

/** The columns of a line, in the same order for all line kinds. */
function lineColumnsSql(kind: string, s: Omit<LineSql, 'from'>): Sql {
  return sql`c.id, ${literal(kind)} as kind, c.subject_id, c.quantity, c.additional_options, c.seen_minor as seen,
    ${s.sku ?? sql`''`} as sku, ${s.name} as name, ${s.visible ?? sql`true`} as visible, ${s.isDeleted ?? sql`false`} as is_deleted, ${s.price} as price, ${s.special ?? sql`null::bigint`} as special,
    ${s.pay ?? s.price} as pay, ${s.cost ?? sql`null::bigint`} as cost, ${s.available ?? sql`null::int`} as available,
    ${typeof s.handover === 'string' ? literal(s.handover) : s.handover} as handover, ${s.options ?? sql`'[]'::json`} as options, ${s.image ?? sql`null::text`} as image,
    ${s.link ?? sql`null::text`} as link, ${s.weight ?? sql`0`} as weight, ${s.type ?? sql`''`} as type, ${s.product_id ?? sql`null::bigint`} as product_id,
    ${s.url ?? sql`''`} as url`
}

/** SQL: reads the items `c` of `items` that match `where`, of every installed line kind or of those `includesKind` accepts. */
export function linesSql(
  kernel: Kernel,
  ctx: Pick<Ctx, 'language' | 'mainLanguage'>,
  items: Sql,
  where: Sql,
  includesKind: (kind: string) => boolean = () => true,
): Sql {
  const kinds = [...kernel.contributions(LINE_KINDS)].filter(([name]) => includesKind(name))
  return kinds
    .map(([name, kind]) => {
      const read = kind.read(getLanguages(ctx))
      return sql`select ${lineColumnsSql(name, read)} from ${items}${read.from} where c.kind = ${literal(name)} and ${where}`
    })
    .reduce((all, next) => sql`${all} union all ${next}`)
}

/** The unique key of a cart item: items that agree in it share one line. */
export const cartLineKeySql = sql`(cart_id, kind, subject_id, md5(additional_options::text))`

/** The line kind of nearly all carts. */
const STOCK_KIND = 'stock'

const cartItemsSql = sql`cart k join cart_item c on c.cart_id = k.id`
const isStockKind = (kind: string) => kind === STOCK_KIND
const isOtherKind = (kind: string) => !isStockKind(kind)
const listOtherKinds = (kernel: Kernel) => [...kernel.contributions(LINE_KINDS).keys()].filter(isOtherKind)

const stockLinesSql = prepareKernelStatement('sales.cart-stock-lines', (kernel, ctx, cart: string) => {
  const others = listOtherKinds(kernel)
  const emptyColumnsSql = lineColumnsSql('', { name: sql`null`, price: sql`null`, handover: sql`null` })
  return sql`${linesSql(kernel, ctx, cartItemsSql, sql`k.public_id = ${cart}`, isStockKind)}
    union all select ${emptyColumnsSql} from ${cartItemsSql} where k.public_id = ${cart} and c.kind = any(${others}::text[]) order by id`
})
const otherLinesSql = prepareKernelStatement('sales.cart-others', (kernel, ctx, cart: string) =>
  linesSql(kernel, ctx, cartItemsSql, sql`k.public_id = ${cart}`, isOtherKind),
)
/**
 * The lines of a cart by its public id, oldest first. Prices are always current. One statement reads stock lines and
 * tells whether there are others. Other line kinds are read only then, since their statements cost more and few carts
 * have any.
 */
export async function readCartLines(db: Db, ctx: Ctx, cart: string): Promise<SaleLine[]> {
  const rows = await db.rows<SaleLine>(stockLinesSql(ctx, cart))
  const stockLines = rows.filter(({ kind }) => isStockKind(kind))
  // The cart may hold items of a line kind that is not installed, or deleted stock items.
  if (stockLines.length === rows.length) return stockLines
  const others = await db.rows<SaleLine>(otherLinesSql(ctx, cart))
  return [...stockLines, ...others].toSorted((a, b) => a.id - b.id)
}

/** Why lines cannot be bought, in the visitor's language, by line id; lines without a problem are left out. */
export function findLineProblems({ kernel, language }: Ctx, lines: readonly SaleLine[]): Map<number, string> {
  const requested = new Map<string, number>()
  const getItemKey = (l: SaleLine) => `${l.kind} ${l.subject_id}`
  for (const l of lines) requested.set(getItemKey(l), (requested.get(getItemKey(l)) ?? 0) + l.quantity)
  const problems = new Map<number, string>()
  for (const l of lines) {
    if (!l.visible) problems.set(l.id, kernel.i18n.t(language, 'sales:cart.gone'))
    else if (l.available !== null && (requested.get(getItemKey(l)) ?? 0) > l.available)
      problems.set(l.id, kernel.i18n.t(language, 'sales:cart.quantity', { count: l.available }))
  }
  return problems
}

/** @throws AppError CART_CHANGED with the lines that cannot be bought and the reasons */
export function assertBuyable(ctx: Ctx, lines: readonly SaleLine[]): void {
  const problems = findLineProblems(ctx, lines)
  if (problems.size === 0) return
  throw new AppError(
    CART_CHANGED,
    lines.flatMap((l) => (problems.has(l.id) ? `${l.name}: ${problems.get(l.id)}` : [])),
  )
}

/** A requested item; `id` identifies the line. */
export interface RequestedLine {
  id: number
  kind: string
  subject_id: number
  quantity: number
  /** Options of the line, as in a cart. */
  additional_options?: Record<string, string>
}

/** Lines of items that are in no cart, ordered by id. Items that no longer exist are left out. */
export const readLines = (db: Db, ctx: Ctx, requestedLines: readonly RequestedLine[]): Promise<SaleLine[]> =>
  db.rows<SaleLine>(
    sql`with requested as (select id, kind, subject_id, quantity, coalesce(additional_options, '{}') as additional_options, null::bigint as seen_minor
      from jsonb_to_recordset(${JSON.stringify(requestedLines)}::jsonb) as a(id bigint, kind text, subject_id bigint, quantity int, additional_options jsonb))
    ${linesSql(ctx.kernel, ctx, sql`requested c`, sql`true`)} order by id`,
  )
