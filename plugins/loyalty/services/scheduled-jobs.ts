import { basic, type Ctx, isLocale, sendEmail, type Sql, sql, type Tx } from 'stoa'
import { birthdaySql, findEmailContact, shopLink } from 'stoa/plugins/people'
import { pointRules } from '../settings.ts'
import { isBooked, changePoints, expireLots, lockPoints } from './account.ts'
import { getExpiry } from './earned-points.ts'
import { updateTier } from './tier-state.ts'

/** Calls `run` for each due person in order of id, each in its own transaction. */
async function eachPerson(ctx: Ctx, due: (after: number) => ReturnType<typeof sql>, run: (person: number) => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    const rows = await ctx.kernel.db.rows<{ id: number }>(sql`select person_id as id from (${due(after)}) d order by 1 limit 500`)
    for (const { id } of rows) await run((after = id))
    if (rows.length === 0) return
  }
}

/** Removes expired points, with a ledger entry. */
export const expirePoints = (ctx: Ctx): Promise<void> =>
  eachPerson(
    ctx,
    (after) => sql`select distinct person_id from points_lot where remaining > 0 and expires_at <= now() and person_id > ${after}`,
    (person) => ctx.kernel.transaction((tx) => expireLots(tx, person)),
  )

/** Re-evaluates tiers that have expired. */
export const expireTiers = (ctx: Ctx): Promise<void> =>
  eachPerson(
    ctx,
    (after) => sql`select person_id from loyalty_member where expires_at <= now() and person_id > ${after}`,
    (person) =>
      ctx.kernel.transaction(async (tx) => {
        await lockPoints(tx, person)
        await updateTier(tx, ctx, person)
      }),
  )

/** Grants birthday points on the day in the time zone of the business; at most once a year, even when the birth date changes. */
export const giveBirthdays = (ctx: Ctx): Promise<void> => {
  const today = sql`(now() at time zone ${ctx.kernel.settings.of(basic).time_zone})::date`
  return eachPerson(
    ctx,
    (
      after,
    ) => sql`select x.person_id from loyalty_member x join membership m on m.id = x.membership_id and m.enabled and m.birthday_points > 0
      where x.person_id > ${after} and ${birthdaySql(sql`x.person_id`, today)}`,
    (person) =>
      ctx.kernel.transaction(async (tx) => {
        await lockPoints(tx, person)
        const gift = await tx.one<{
          points: number
          year: string
        }>(sql`select m.birthday_points as points, to_char(${today}, 'YYYY') as year
          from loyalty_member x join membership m on m.id = x.membership_id where x.person_id = ${person}`)
        if (!gift || (await isBooked(tx, person, `birthday ${gift.year}`))) return
        const remark = ctx.kernel.i18n.t(ctx.mainLanguage, 'loyalty:birthday')
        await changePoints(tx, {
          person,
          kind: 'bonus',
          points: gift.points,
          key: `birthday ${gift.year}`,
          remark,
          expires: await getExpiry(tx, ctx.kernel),
        })
        await updateTier(tx, ctx, person)
      }),
  )
}

/** Sends reminders a configured number of days before points expire, once for each expiry date. */
export async function remindOfExpiry(ctx: Ctx): Promise<void> {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const days = ctx.kernel.settings
    .of(pointRules)
    .remind_days.map(Number)
    .filter((n) => Number.isInteger(n) && n > 0)
  for (const day of days) {
    const ending = sql`remaining > 0 and (expires_at at time zone ${zone})::date = (now() at time zone ${zone})::date + ${day}::int
      and (reminded is null or reminded > ${day}::int)`
    await eachPerson(
      ctx,
      (after) => sql`select distinct person_id from points_lot where ${ending} and person_id > ${after}`,
      (person) => ctx.kernel.transaction((tx) => findRemind(tx, ctx, { person, day, ending, zone })),
    )
  }
}

interface Reminding {
  person: number
  day: number
  ending: Sql
  zone: string
}

async function findRemind(tx: Tx, { kernel, mainLanguage }: Ctx, { person, day, ending, zone }: Reminding): Promise<void> {
  await lockPoints(tx, person)
  const [ended, reader] = await Promise.all([
    tx.one<{ points: number; until: string }>(sql`with told as (
        update points_lot set reminded = ${day} where person_id = ${person} and ${ending} returning remaining, expires_at)
      select sum(remaining)::int as points, to_char(max(expires_at) at time zone ${zone}, 'YYYY-MM-DD') as until from told having count(*) > 0`),
    findEmailContact(tx, person),
  ])
  if (!ended || !reader) return
  const language = isLocale(reader.language) ? reader.language : mainLanguage
  const link = shopLink(kernel, language, '/account?tab=membership')
  const say = (key: string) => kernel.i18n.t(language, `loyalty:mail.${key}`, { count: ended.points, date: ended.until, link })
  await sendEmail(tx, { to: reader.email, subject: say('ending_subject'), text: say('ending_text') })
}
