import { type Ctx, join, type Kernel, type Locale, sendEmail, sql, createStaffCtx, type Tx } from 'stoa'
import { approvalRules } from '../settings.ts'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'
import { delegatedSql, listKinds, type Person, findStaff } from './people.ts'
import { visibleSubjectsSql } from './scope.ts'
import { listRolesAmong } from './decider-roles.ts'

interface Due {
  id: number
  request: number
  role_id: number | null
  since: string
  kind: string
  title: string
  own: number[]
}

/**
 * Reminds deciders of steps that are pending for some days: one e-mail per decider, at most one per step and day. The query marks the steps
 * it returns, so a second run on the same day finds none.
 */
export async function remindDeciders(ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const { remind_after_days: days } = kernel.settings.of(approvalRules)
  if (days === 0) return
  const able = (await findStaff(kernel)).filter((person) => listKinds(kernel, person).length > 0)
  const readers = await findReaders(kernel, able)
  await kernel.transaction(async (tx) => {
    const due = await tx.rows<Due>(sql`update approval_step s set reminded_on = (select business_day()) from approval r
      where r.id = s.approval_id and r.status = 'pending' and s.status = 'pending' and r.kind = any(${[...kernel.contributions(APPROVABLE_DOCUMENTS).keys()]}::text[])
        and s.since <= now() - make_interval(days => ${days}) and s.reminded_on is distinct from (select business_day())
      returning s.id, r.id as request, s.role_id, s.since, r.kind, r.title, array_to_json(r.own_ids) as own`)
    if (due.length === 0) return
    const eldest = due.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since) || a.id - b.id)
    const sees = await findSight(tx, readers, eldest)
    const emails = whoDecides(kernel, eldest, await findStaff(tx), { handed: await delegatedSql(tx), sees })
    for (const { person, titles } of emails)
      await tell(tx, kernel, person, titles, readers.get(person.id)?.language ?? kernel.settings.mainLanguage)
  })
}

type Handed = Awaited<ReturnType<typeof delegatedSql>>
type Sight = (person: number, request: number) => boolean

/** Whether a person may see the row of a request. If not, they get no reminder, as in the inbox. */
async function findSight(tx: Tx, readers: ReadonlyMap<number, Ctx>, due: readonly Due[]): Promise<Sight> {
  const requests = due.map(({ request }) => request)
  const queries = [...readers].map(
    ([person, ctx]) => sql`select ${person}::bigint as person, r.id as request from approval r
      where r.id = any(${requests}::bigint[]) and ${visibleSubjectsSql(ctx, sql`r`) ?? sql`true`}`,
  )
  const rows = queries.length > 0 ? await tx.rows<{ person: number; request: number }>(join(queries, ' union all ')) : []
  const visiblePairs = new Set(rows.map(({ person, request }) => `${person} ${request}`))
  return (person, request) => visiblePairs.has(`${person} ${request}`)
}

/** The recipients of reminders. Where a role has no eligible decider, accounts with a super role get them. */
function whoDecides(kernel: Kernel, due: readonly Due[], staff: readonly Person[], { handed, sees }: { handed: Handed; sees: Sight }) {
  const titles = new Map<Person, string[]>()
  for (const step of due) {
    const able = staff.filter(
      (person) => !step.own.includes(person.id) && sees(person.id, step.request) && sits(kernel, step, person, staff, handed),
    )
    const near = able.filter((person) => !person.superuser || person.role_id === step.role_id)
    for (const person of near.length > 0 ? near : able) titles.set(person, [...(titles.get(person) ?? []), step.title])
  }
  return [...titles].map(([person, list]) => ({ person, titles: list })).toSorted((a, b) => a.person.id - b.person.id)
}

function sits(kernel: Kernel, step: Due, me: Person, staff: readonly Person[], handed: Handed): boolean {
  const givers = staff.filter(({ id }) => handed.some(({ giver, deputy }) => giver === id && deputy === me.id))
  return listRolesAmong(kernel, me, givers).some(
    ({ kind, role, holder }) => kind === step.kind && (role === null || role === step.role_id) && !step.own.includes(holder),
  )
}

/** People with their scope and language. */
async function findReaders(kernel: Kernel, staff: readonly Person[]): Promise<ReadonlyMap<number, Ctx>> {
  const found = await Promise.all(staff.map(async ({ id }) => [id, await createStaffCtx(kernel, id)] as const))
  return new Map(found.flatMap(([id, ctx]) => (ctx ? [[id, ctx] as const] : [])))
}

async function tell(tx: Tx, kernel: Kernel, { name, email }: Person, titles: readonly string[], language: Locale): Promise<void> {
  const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin/approvals`
  const list = titles.map((title) => `• ${title}`).join('\n')
  const say = (part: string) => kernel.i18n.t(language, `approvals:mail.${part}`, { name, link, count: titles.length, list })
  await sendEmail(tx, { to: email, subject: say('subject'), text: say('text') })
}
