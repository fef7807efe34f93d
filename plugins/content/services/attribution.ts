import { createHmac, randomBytes } from 'node:crypto'
import { type Ctx, type Db, type Kernel, sign, sql, token, type Tx, verify } from 'stoa'

/** Name of the signed first-party cookie with the landing page that a visitor came from. */
export const attributionCookie = 'landing'
/** Lifetime of the cookie, in seconds. */
export const attributionLifetime = 30 * 86_400

type Cookies = Readonly<Record<string, string | undefined>>

/** Service that counts conversions of landing pages. Call it in the transaction of the conversion. */
export interface Attribution {
  /**
   * Counts a conversion once, when the visitor came from a landing page. `ref` identifies it within its type.
   * @returns the id of the page, null without one
   */
  transfer(tx: Tx, cookies: Cookies | undefined, kind: string, ref: string | number): Promise<number | null>
  /** Internal name of a landing page; undefined when it is deleted. */
  getName(db: Db, page: number): Promise<string | undefined>
}

export const ATTRIBUTION = token<Attribution>('content/attribution')

export const attribution = (kernel: Kernel): Attribution => ({
  async transfer(tx, cookies, kind, ref) {
    const page = getLanding(kernel, cookies)
    if (page === undefined) return null
    const found = await tx.one<{ id: number }>(sql`
      with l as (select id from landing_page where id = ${page}),
        counted as (insert into landing_transfer (landing_page_id, day, kind, ref)
          select l.id, (select business_day()), ${kind}, ${String(ref)} from l on conflict do nothing)
      select id from l`)
    return found?.id ?? null
  },
  getName: async (db, page) => (await db.one<{ name: string }>(sql`select name from landing_page where id = ${page}`))?.name,
})

/** The cookie value: page id and time, signed. */
export function attributionValue(kernel: Kernel, page: number, now = Date.now()): string {
  const value = `${page}.${Math.floor(now / 1_000)}`
  return `${value}.${sign(kernel.config, 'landing', value)}`
}

/** The landing page of a visitor; undefined without a valid cookie, or when it has expired. */
function getLanding(kernel: Kernel, cookies: Cookies | undefined): number | undefined {
  const [page = '', at = '', signature = ''] = (cookies?.[attributionCookie] ?? '').split('.')
  if (!/^\d{1,15}$/.test(page) || !/^\d{1,12}$/.test(at) || Number(at) + attributionLifetime < Date.now() / 1_000) return undefined
  return verify(kernel.config, 'landing', `${page}.${at}`, signature) ? Number(page) : undefined
}

const bots =
  /bot|crawl|spider|slurp|preview|scan|monitor|lighthouse|headless|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|axios|node-fetch|^$/i

/** Whether the user agent is a known bot. */
export const isBot = (agent: string | undefined): boolean => bots.test(agent ?? '')

/** Counts a visitor of a published landing page once a day. Returns the id of the page, or undefined when there is none. */
export async function countVisit(ctx: Ctx, url: string, visitor: { address: string; agent: string }): Promise<number | undefined> {
  const { db } = ctx.kernel
  const page = await db.one<{ id: number; day: string }>(sql`
    select l.id, (select business_day())::text as day from landing_page l
    where l.url = ${url} and l.status in ('published', 'pending') and l.published_at <= now()`)
  if (!page) return undefined
  const salt = await findSalt(ctx.kernel, page.day)
  const hash = createHmac('sha256', salt).update(`${page.id}\0${visitor.address}\0${visitor.agent}`).digest().subarray(0, 16)
  await db.run(
    sql`insert into landing_visit (landing_page_id, day, visitor_hash) values (${page.id}, ${page.day}, ${hash}) on conflict do nothing`,
  )
  return page.id
}

/** The salt of a day for hashing visitors. After the salt is deleted, the hashes cannot be linked to anyone. */
async function findSalt({ db }: Kernel, day: string): Promise<Buffer> {
  const findSalt = () => db.one<{ salt: Buffer }>(sql`select salt from landing_salt where day = ${day}`)
  const found = await findSalt()
  if (found) return found.salt
  const fresh = randomBytes(32)
  await db.run(sql`insert into landing_salt (day, salt) values (${day}, ${fresh}) on conflict do nothing`)
  return (await findSalt())?.salt ?? fresh
}

/** Job: deletes the salts of past days. */
export async function forgetSalts({ kernel }: Ctx): Promise<void> {
  await kernel.db.run(sql`delete from landing_salt where day < (select business_day())`)
}
