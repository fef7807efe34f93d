import { asLocale, type Ctx, sendMail, sql, type Tx } from '#core'
import { approvalRules } from '../settings.ts'
import { APPROVABLES } from './approvables.ts'
import { hasSeat } from './seats.ts'

interface Due {
  name: string
  email: string
  language: string
  titles: string[]
}

/**
 * Reminds those who can decide of what has waited for some days: each of them in one mail, each step once a day. The statement that
 * marks the steps finds them too, so a second turn on the same day finds none.
 */
export async function remind(ctx: Ctx): Promise<void> {
  const { remind_after_days: days } = ctx.kernel.settings.of(approvalRules)
  if (days === 0) return
  await ctx.kernel.work(async (tx) => {
    const steps = await tx.rows<{ id: number }>(sql`update approval_step set reminded_on = (select business_day())
      where status = 'pending' and since <= now() - make_interval(days => ${days}) and reminded_on is distinct from (select business_day())
        and approval_id in (select id from approval where status = 'pending' and kind = any(${[...ctx.kernel.offers(APPROVABLES).keys()]}::text[]))
      returning id`)
    if (steps.length === 0) return
    for (const due of await dueOf(
      tx,
      ctx,
      steps.map(({ id }) => id),
    ))
      await tell(tx, ctx, due)
  })
}

/** Who can decide these steps. Where a role has nobody who could, that is those with a super role. */
const dueOf = (tx: Tx, ctx: Ctx, steps: readonly number[]) =>
  tx.rows<Due>(sql`with could as (
      select s.id as step, x.id as account, xr.superuser and xr.id is distinct from s.role_id as only_super
      from approval_step s join approval r on r.id = s.approval_id, account x join role xr on xr.id = x.role_id
      where s.id = any(${[...steps]}::bigint[]) and ${hasSeat(ctx.kernel, sql`x.id`)})
    select x.name, x.email, x.language, array_agg(r.title order by s.since, s.id) as titles
    from could c join account x on x.id = c.account join approval_step s on s.id = c.step join approval r on r.id = s.approval_id
    where not c.only_super or not exists (select 1 from could o where o.step = c.step and not o.only_super)
    group by x.id, x.name, x.email, x.language order by x.id`)

async function tell(tx: Tx, { kernel }: Ctx, { name, email, language, titles }: Due): Promise<void> {
  const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin/approvals`
  const say = (part: string) =>
    kernel.catalogue.t(asLocale(language, kernel.settings.main), `approvals:mail.${part}`, {
      name,
      link,
      count: titles.length,
      list: titles.map((title) => `• ${title}`).join('\n'),
    })
  await sendMail(tx, { to: email, subject: say('subject'), text: say('text') })
}
