import { type Ctx, type Db, extensionSql, formatMoney, type Kernel, localizedSql, richToHtml, sql } from 'stoa'
import { choiceSql, effectiveSql, leastSql, pictureOfSql, product, productsSql, shownSql, stocksSql } from 'stoa/plugins/catalogue'

/** A service with an application form, as lists show it. */
export interface OfferedService {
  id: number
  name: string
  url: string
  image: string | null
  short_description: string
  form_id: number
  needs_approval: boolean
  /** The lowest price; null while prices are hidden. */
  price: string | null
}

/** A variant of a service with its price. */
export interface OfferedStock {
  id: number
  choice: string
  price: string
}

const formSql = (kernel: Kernel) => extensionSql(kernel, product, 'form_id', 'p')

/** Condition for published services with an application form. */
const applicableSql = (kernel: Kernel) => sql`${shownSql} and p.by_application and ${formSql(kernel)} is not null`

/** Maximum number of services. */
const MOST = 200

type Row = Omit<OfferedService, 'price'> & { minor: number | null }

/** Published services with an application form, by name; one by its slug, or all. Does not check whether their forms are open. */
export async function offeredServices(ctx: Ctx, db: Db, url?: string): Promise<OfferedService[]> {
  const say = (column: Parameters<typeof localizedSql>[0]) => localizedSql(column, ctx.language, ctx.mainLanguage)
  const rows = await db.rows<Row>(sql`select p.id, coalesce(${say(sql`p.name`)}, '') as name, p.url, ${pictureOfSql(sql`p.id`)} as image,
      coalesce(${say(sql`p.short_description`)}, '') as short_description, ${formSql(ctx.kernel)} as form_id,
      ${extensionSql(ctx.kernel, product, 'is_approval_required', 'p')} as needs_approval,
      ${leastSql} as minor
    from ${productsSql} where ${applicableSql(ctx.kernel)} and ${url === undefined ? sql`true` : sql`p.url = ${url}`} order by name, p.id limit ${MOST}`)
  return rows.map(({ minor, short_description, ...row }) => ({
    ...row,
    short_description: richToHtml(short_description),
    price: minor === null ? null : formatMoney(minor),
  }))
}

/** The variants of a service in order. */
export async function offeredStocks(ctx: Ctx, db: Db, service: number): Promise<OfferedStock[]> {
  const rows = await db.rows<{
    id: number
    choice: string
    minor: number
  }>(sql`select s.id, ${choiceSql(ctx)} as choice, ${effectiveSql} as minor
    from ${stocksSql} where p.id = ${service} and s.visibled and s.deleted_at is null order by s."order", s.id`)
  return rows.map(({ minor, ...row }) => ({ ...row, price: formatMoney(minor) }))
}

/** The description of a service in the reader's language, as HTML. */
export async function offeredDescription(ctx: Ctx, db: Db, service: number): Promise<string> {
  const row = await db.one<{ text: string | null }>(
    sql`select ${localizedSql(sql`p.description`, ctx.language, ctx.mainLanguage)} as text from ${productsSql} where p.id = ${service}`,
  )
  return richToHtml(row?.text ?? '')
}

/** Slugs of published services by id. */
export async function offeredUrls(kernel: Kernel, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await kernel.db.rows<{ id: number; url: string }>(
    sql`select p.id, p.url from ${productsSql} where p.id = any(${[...ids]}::bigint[]) and ${applicableSql(kernel)}`,
  )
  return new Map(rows.map(({ id, url }) => [id, url]))
}

/** Published services, for the sitemap. */
export const offeredPagesSql = ({ kernel }: Pick<Ctx, 'kernel'>) =>
  sql`select p.id, p.url, p.updated_at from ${productsSql} where ${applicableSql(kernel)}`
