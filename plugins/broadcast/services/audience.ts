import { hasPermission, basic, type Ctx, type Db, AppError, FORBIDDEN, validationError, join, sql, type Sql, message } from 'stoa'
import { AUDIENCES, type Channel, consentsSql, addressHashSql } from 'stoa/plugins/people'
import type { AudienceDefinition, AudiencePart } from '../domain/audience.ts'
import { broadcasting } from '../settings.ts'
import { visibleContactSql } from './visible-recipients.ts'
import { isOverCap } from './frequency-caps.ts'

/** The input of an audience query: channel, topic and audience. */
export interface AudienceQuery {
  channel: Channel
  topic: string
  audience: AudienceDefinition
  /** Instead of an audience: the recipients of another broadcast who did not get it. */
  resend?: { broadcast: number; which: 'failed' | 'unknown' }
}

const emptyAudienceSql = sql`select null::bigint as person_id, null::bigint as contact_id, null::text as address, null::text as language,
  ''::text as first_name, ''::text as last_name, ''::text as company where false`

/** Checks that the actor may use the chosen audience types and that the chosen values are valid. @throws AppError FORBIDDEN, INVALID */
export async function assertValidAudience(ctx: Ctx, db: Db, { include, exclude }: AudienceDefinition, channel: Channel): Promise<void> {
  for (const part of [...include, ...exclude]) await partSql(ctx, db, part, channel)
}

/** The people of one part. An audience type that no plugin contributes any more matches nobody. @throws AppError */
async function partSql(ctx: Ctx, db: Db, { kind, chosen }: AudiencePart, channel: Channel): Promise<Sql | undefined> {
  const audienceType = ctx.kernel.contributions(AUDIENCES).get(kind)
  if (!audienceType) return undefined
  if (!hasPermission(ctx.actor, audienceType.needs))
    throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: audienceType.needs })])
  return audienceType.peopleSql(ctx, db, chosen, channel)
}

async function unionPartsSql(ctx: Ctx, parts: readonly AudiencePart[], channel: Channel): Promise<Sql> {
  const found: Sql[] = []
  for (const part of parts) found.push((await partSql(ctx, ctx.kernel.db, part, channel)) ?? emptyAudienceSql)
  return found.length === 0
    ? emptyAudienceSql
    : join(
        found.map((audienceSql) => sql`(${audienceSql})`),
        ' union all ',
      )
}

/**
 * Refuses an exclusion whose audience type no longer exists, because people who were excluded on purpose would get the message.
 * @throws AppError INVALID
 */
function assertKindsExist({ kernel }: Ctx, { exclude }: AudienceDefinition): void {
  if (exclude.some(({ kind }) => !kernel.contributions(AUDIENCES).has(kind)))
    throw validationError({ audience: message('broadcast:error.audience_gone') })
}

const resendRecipientsSql = ({ broadcast, which }: NonNullable<AudienceQuery['resend']>): Sql => sql`
  select r.person_id, r.contact_id, r.address_norm as address, r.language, coalesce(r.merge_data->>'first_name', '') as first_name,
    coalesce(r.merge_data->>'last_name', '') as last_name, coalesce(r.merge_data->>'company', '') as company
  from broadcast_recipient r where r.broadcast_id = ${broadcast} and r.status = 'abnormal' and (r.reason = 'unknown') = (${which} = 'unknown')`

/** Phone numbers are stored in normalized form. E-mail addresses are lower-cased for the comparison. */
const normalizedAddressSql = (channel: Channel): Sql =>
  channel === 'sms' ? sql`nullif(i.address, '')` : sql`nullif(lower(normalize(trim(i.address), NFC)), '')`

/** Conditions for a valid address of the channel. */
function getAddressConditions(ctx: Ctx, channel: Channel): { shape: Sql; allowed: Sql } {
  if (channel === 'email')
    return { shape: sql`n.address_norm ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(n.address_norm) <= 254`, allowed: sql`true` }
  const codes = ctx.kernel.settings.of(basic).supported_country_codes.filter((code) => /^\d{1,4}$/.test(code))
  return { shape: sql`n.address_norm ~ '^[0-9]{7,18}$'`, allowed: sql`n.address_norm ~ ${`^(${codes.join('|')})`}` }
}

/** The people who bought recently, where the shop may write to customers without an explicit subscription. */
function recentBuyersSql(ctx: Ctx, channel: Channel): Sql {
  const found = ctx.kernel.settings.of(broadcasting).soft_opt_in
    ? [...ctx.kernel.contributions(AUDIENCES).values()].flatMap(({ recentBuyersSql: selectRecent }) =>
        selectRecent ? [selectRecent(channel)] : [],
      )
    : []
  return found.length === 0 ? sql`select null::text as address_norm where false` : join(found, ' union ')
}

/**
 * Selects every person of an audience once for each part that names them. `why` is the reason for the exclusion; it is null for a
 * recipient, and each address is a recipient once. The audience is evaluated with the permissions of `by`, and limited to what `viewer` may
 * see. `candidates` is the last common table expression.
 * @throws AppError FORBIDDEN, INVALID
 */
export async function candidatesSql(by: Ctx, viewer: Ctx, query: AudienceQuery): Promise<Sql> {
  const { channel, topic, audience, resend } = query
  if (!resend) assertKindsExist(by, audience)
  const included = resend ? resendRecipientsSql(resend) : await unionPartsSql(by, audience.include, channel)
  const excluded = resend ? emptyAudienceSql : await unionPartsSql(by, audience.exclude, channel)
  const { shape, allowed } = getAddressConditions(by, channel)
  const visibleSql = by === viewer ? sql`true` : (visibleContactSql(viewer, sql`i.contact_id`) ?? sql`true`)
  return sql`
    included as (select i.*, ${normalizedAddressSql(channel)} as address_norm from (${included}) i where ${visibleSql}),
    excluded as materialized (select i.person_id, ${normalizedAddressSql(channel)} as address_norm from (${excluded}) i),
    consents as materialized (select * from ${consentsSql({ channel, topic })} c),
    erased_consents as materialized (select * from consents where address_norm like 'sha256:%'),
    recent_buyers as materialized (select distinct address_norm from (${recentBuyersSql(by, channel)}) l),
    ranked as materialized (select i.*, row_number() over (partition by i.address_norm order by i.contact_id nulls last, i.person_id nulls last) as nth
      from included i),
    candidates as materialized (
      select n.*, case when coalesce(s.state, m.state) is null then 'bought' else 'consent' end as basis,
        case when n.address_norm is null or not (${shape}) then 'no_address'
          when not (${allowed}) then 'country'
          when n.nth > 1 then 'duplicate'
          when exists (select from excluded x where x.address_norm = n.address_norm)
            or exists (select from excluded x where x.person_id = n.person_id) then 'excluded'
          when coalesce(case when m.id > coalesce(s.id, 0) then m.state end, s.state) in ('suppressed', 'unsubscribed')
            then coalesce(case when m.id > coalesce(s.id, 0) then m.state end, s.state)
          when coalesce(s.state, m.state) is null and l.address_norm is null then 'no_consent'
          when ${isOverCap(by.kernel, { channel: sql`${channel}::text`, address: sql`n.address_norm`, person: sql`n.person_id` })} then 'cap'
        end as why
      from ranked n left join consents s on s.address_norm = n.address_norm
        left join erased_consents m on m.address_norm = ${addressHashSql(sql`n.address_norm`)}
        left join recent_buyers l on l.address_norm = n.address_norm)`
}

/** Counts the recipients of a broadcast, and the excluded people by reason. */
export async function countAudience(
  by: Ctx,
  viewer: Ctx,
  requested: AudienceQuery,
): Promise<{ to_send: number; left_out: Record<string, number> }> {
  const candidates = await candidatesSql(by, viewer, requested)
  const rows = await viewer.kernel.db.rows<{ why: string | null; n: number }>(
    sql`with ${candidates} select why, count(*)::int as n from candidates group by why`,
  )
  const counts = Object.fromEntries(rows.flatMap(({ why, n }) => (why === null ? [] : [[why, n]])))
  return { to_send: rows.find(({ why }) => why === null)?.n ?? 0, left_out: counts }
}
