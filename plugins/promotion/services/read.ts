import { basic, type Ctx, type Db, localizedSql, sql, prepareStatement } from 'stoa'
import type { Part } from '../domain/types.ts'

/** A rule that may apply now, as read from the database. */
export interface ReadRule {
  id: number
  title: string
  trigger: 'automatic' | 'code'
  priority: number
  combinable: boolean
  stop_after: boolean
  weekdays: number[]
  from_minute: number | null
  to_minute: number | null
  conditions: Part[][]
  actions: Part[]
  uses_left: number | null
  own_left: number | null
  budget_left: number | null
}

/** A typed code, whatever its state. */
export interface ReadCode {
  id: number
  code: string
  promotion_id: number
  published: boolean
  enabled: boolean
  started: boolean
  ended: boolean
  /** The code is reserved for another customer. */
  other: boolean
  uses_left: number | null
}

export interface ActiveRules {
  rules: ReadRule[]
  codes: ReadCode[]
  weekday: number
  minute: number
}

const minutes = (column: 'from_time' | 'to_time') =>
  column === 'from_time' ? sql`(extract(epoch from p.from_time) / 60)::int` : sql`(extract(epoch from p.to_time) / 60)::int`

/** All rules that may apply now with their remaining limits, in one query. */
const activeRules = prepareStatement(
  'promotion.standing',
  (
    { language, mainLanguage },
    codes: string[],
    customerHashes: string[],
    customer: number | null,
    zone: string,
    at: string | null,
    also: number | null,
  ) => sql`
  with clock as (select coalesce(${at}::timestamptz, now()) as at, coalesce(${at}::timestamptz, now()) at time zone ${zone}::text as here),
  typed as (
    select k.id, k.code, k.promotion_id, p.status = 'published' as published, k.enabled,
      coalesce(greatest(k.starts_at, p.starts_at) <= clock.at, true) as started, coalesce(least(k.ends_at, p.ends_at) <= clock.at, false) as ended,
      k.customer_id is not null and k.customer_id is distinct from ${customer}::bigint as other,
      k.usage_limit - coalesce(c.used, 0) as uses_left
    from clock, coupon k join promotion p on p.id = k.promotion_id left join promotion_counter c on c.kind = 'code' and c.ref = k.id
    where k.code = any(${codes}::text[])),
  live as (
    select p.id, coalesce(${localizedSql(sql`p.title`, language, mainLanguage)}, '') as title, p.trigger, p.priority, p.combinable, p.stop_after, p.weekdays,
      ${minutes('from_time')} as from_minute, ${minutes('to_time')} as to_minute, p.conditions, p.actions,
      p.usage_limit - coalesce(c.used, 0) as uses_left, p.budget_minor - coalesce(c.spent_minor, 0) as budget_left,
      p.usage_per_customer - coalesce((select max(o.used) from promotion_counter o
        where o.kind = 'person' and o.ref = p.id and o.who = any(${customerHashes}::text[])), 0) as own_left
    from clock, promotion p left join promotion_counter c on c.kind = 'rule' and c.ref = p.id
    where (p.status = 'published' and coalesce(p.starts_at <= clock.at, true) and coalesce(p.ends_at > clock.at, true)
      and (p.trigger = 'automatic' or p.id in (select promotion_id from typed))) or p.id = ${also}::bigint)
  select (select coalesce(json_agg(live order by id), '[]') from live) as rules, (select coalesce(json_agg(typed), '[]') from typed) as codes,
    extract(isodow from here)::int as weekday,
    (extract(hour from here) * 60 + extract(minute from here))::int as minute from clock`,
)

/** The customer and the time to read rules for. */
export interface Asking {
  /** A time other than now, for simulations. */
  at?: string | null
  /** A rule to include as if it were published. */
  also?: number | null
}

interface ActiveRulesQuery extends Asking {
  codes: readonly string[]
  /** Hashes of the customer. Computed only when a limit needs them. */
  getCustomerHashes: () => string[]
  customer: number | null
}

const NOTHING: ActiveRules = { rules: [], codes: [], weekday: 1, minute: 0 }

async function readHasAutomatic(db: Db): Promise<boolean> {
  const row = await db.one<{ there: boolean }>(
    sql`select exists (select from promotion
      where status = 'published' and trigger = 'automatic' and (ends_at is null or ends_at > now())) as there`,
    'promotion.has-automatic',
  )
  return row?.there ?? false
}

/**
 * Whether any automatic rule exists, now or later. Most shops have none most of the time, and their sales skip the evaluation. Cached
 * outside transactions, read from the database inside.
 */
const hasAutomatic = ({ kernel }: Ctx, db: Db): Promise<boolean> =>
  db === kernel.db ? kernel.cache.get('promotion automatic', ['promotion'], 300_000, () => readHasAutomatic(db)) : readHasAutomatic(db)

/** The active rules and codes for a customer. */
export async function readActiveRules(
  ctx: Ctx,
  db: Db,
  { codes, getCustomerHashes, customer, at = null, also = null }: ActiveRulesQuery,
): Promise<ActiveRules> {
  const plain = codes.length === 0 && at === null && also === null
  if (plain && !(await hasAutomatic(ctx, db))) return NOTHING
  const zone = ctx.kernel.settings.of(basic).time_zone
  return (await db.one<ActiveRules>(activeRules(ctx, [...codes], getCustomerHashes(), customer, zone, at, also))) ?? NOTHING
}
