import { type Ctx, type Db, AppError, type Kernel, prepareKernelStatement, literal, sql, type Sql } from 'stoa'
import { CART_CHANGED } from '../../errors.ts'
import { type Handover, LINE_KINDS, type LineSql } from './line-kinds.ts'

/** One thing in a cart, or on an order that is written, with its price and how many can be had, both of this moment. */
export interface SaleLine {
  id: number
  kind: string
  /** Which of its kind. */
  subject_id: number
  quantity: number
  additional_options: Record<string, string>
  /** The price the shopper last saw; null when none was kept. */
  seen: number | null
  sku: string
  name: string
  visible: boolean
  is_deleted: boolean
  /** Amounts of one in minor units of the base currency. */
  price: number
  special: number | null
  pay: number
  /** What the shop gave for one; null while nobody knows. */
  cost: number | null
  /** Null for any number. */
  available: number | null
  handover: Handover
  options: { label: string; value: string }[]
  image: string | null
  /** Page of the shop that shows it; null without one. */
  link: string | null
  /** Grams of one. */
  weight: number
  type: string
  product_id: number | null
  url: string
}

const speech = (ctx: Pick<Ctx, 'language' | 'mainLanguage'>) => ({ language: ctx.language, mainLanguage: ctx.mainLanguage })

/** The columns of a line, in one order for all kinds. */
function columns(kind: string, s: Omit<LineSql, 'from'>): Sql {
  return sql`c.id, ${literal(kind)} as kind, c.subject_id, c.quantity, c.additional_options, c.seen_minor as seen,
    ${s.sku ?? sql`''`} as sku, ${s.name} as name, ${s.visible ?? sql`true`} as visible, ${s.isDeleted ?? sql`false`} as is_deleted, ${s.price} as price, ${s.special ?? sql`null::bigint`} as special,
    ${s.pay ?? s.price} as pay, ${s.cost ?? sql`null::bigint`} as cost, ${s.available ?? sql`null::int`} as available,
    ${typeof s.handover === 'string' ? literal(s.handover) : s.handover} as handover, ${s.options ?? sql`'[]'::json`} as options, ${s.image ?? sql`null::text`} as image,
    ${s.link ?? sql`null::text`} as link, ${s.weight ?? sql`0`} as weight, ${s.type ?? sql`''`} as type, ${s.product_id ?? sql`null::bigint`} as product_id,
    ${s.url ?? sql`''`} as url`
}

/** Reads the items `c` of `items` that fit `where`, of every kind that is installed, or of those `isWanted` names. */
export function linesSql(
  kernel: Kernel,
  ctx: Pick<Ctx, 'language' | 'mainLanguage'>,
  items: Sql,
  where: Sql,
  isWanted: (kind: string) => boolean = () => true,
): Sql {
  const kinds = [...kernel.contributions(LINE_KINDS)].filter(([name]) => isWanted(name))
  return kinds
    .map(([name, kind]) => {
      const read = kind.read(speech(ctx))
      return sql`select ${columns(name, read)} from ${items}${read.from} where c.kind = ${literal(name)} and ${where}`
    })
    .reduce((all, next) => sql`${all} union all ${next}`)
}

/** What makes an item of a cart the same as another: they become one. */
export const ONCE = sql`(cart_id, kind, subject_id, md5(additional_options::text))`

/** What nearly all carts hold, and nothing else. */
const GOODS = 'stock'

const ofCart = sql`cart k join cart_item c on c.cart_id = k.id`
const isGoods = (kind: string) => kind === GOODS
const isOther = (kind: string) => !isGoods(kind)
const otherKinds = (kernel: Kernel) => [...kernel.contributions(LINE_KINDS).keys()].filter(isOther)

const getGoods = prepareKernelStatement('sales.cart-goods', (kernel, ctx, cart: string) => {
  const others = otherKinds(kernel)
  const unread = columns('', { name: sql`null`, price: sql`null`, handover: sql`null` })
  return sql`${linesSql(kernel, ctx, ofCart, sql`k.public_id = ${cart}`, isGoods)}
    union all select ${unread} from ${ofCart} where k.public_id = ${cart} and c.kind = any(${others}::text[]) order by id`
})
const getOthers = prepareKernelStatement('sales.cart-others', (kernel, ctx, cart: string) =>
  linesSql(kernel, ctx, ofCart, sql`k.public_id = ${cart}`, isOther),
)
/**
 * The lines of a cart by its public id, oldest first. Prices are always read live. One statement reads goods and says whether there is
 * anything else: how other kinds are read costs more than all of it, and hardly a cart holds any.
 */
export async function cartLines(db: Db, ctx: Ctx, cart: string): Promise<SaleLine[]> {
  const rows = await db.rows<SaleLine>(getGoods(ctx, cart))
  const goods = rows.filter(({ kind }) => isGoods(kind))
  // Items may lie there of a kind that is not installed any more, or of goods that are gone.
  if (goods.length === rows.length) return goods
  const others = await db.rows<SaleLine>(getOthers(ctx, cart))
  return [...goods, ...others].toSorted((a, b) => a.id - b.id)
}

/** What keeps lines from being bought, in the visitor's language, by line; lines without a problem are not in it. */
export function listProblems({ kernel, language }: Ctx, lines: readonly SaleLine[]): Map<number, string> {
  const requested = new Map<string, number>()
  const thing = (l: SaleLine) => `${l.kind} ${l.subject_id}`
  for (const l of lines) requested.set(thing(l), (requested.get(thing(l)) ?? 0) + l.quantity)
  const found = new Map<number, string>()
  for (const l of lines) {
    if (!l.visible) found.set(l.id, kernel.i18n.t(language, 'sales:cart.gone'))
    else if (l.available !== null && (requested.get(thing(l)) ?? 0) > l.available)
      found.set(l.id, kernel.i18n.t(language, 'sales:cart.quantity', { count: l.available }))
  }
  return found
}

/** @throws Failed CART_CHANGED naming the lines that cannot be bought, and why */
export function assertBuyable(ctx: Ctx, lines: readonly SaleLine[]): void {
  const problems = listProblems(ctx, lines)
  if (problems.size === 0) return
  throw new AppError(
    CART_CHANGED,
    lines.flatMap((l) => (problems.has(l.id) ? `${l.name}: ${problems.get(l.id)}` : [])),
  )
}

/** What somebody asks for; `id` tells the lines apart. */
export interface RequestedLine {
  id: number
  kind: string
  subject_id: number
  quantity: number
  /** What is asked for with it, as with a line of a cart. */
  additional_options?: Record<string, string>
}

/** Lines of things that lie in no cart, in order of their ids. What is not there any more is missing. */
export const readLines = (db: Db, ctx: Ctx, asked: readonly RequestedLine[]): Promise<SaleLine[]> =>
  db.rows<SaleLine>(
    sql`with asked as (select id, kind, subject_id, quantity, coalesce(additional_options, '{}') as additional_options, null::bigint as seen_minor
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(id bigint, kind text, subject_id bigint, quantity int, additional_options jsonb))
    ${linesSql(ctx.kernel, ctx, sql`asked c`, sql`true`)} order by id`,
  )
