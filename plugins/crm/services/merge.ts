import { type Ctx, validationError, recordAudit, sql, message, type Tx } from 'stoa'
import { NOTES } from 'stoa/plugins/notes'

/** Days in which a merge can be undone. */
export const UNDO_DAYS = 30

/** Fields the survivor takes from the other contact where its own are empty. */
const filled = [
  'email',
  'person_id',
  'country_code',
  'phone',
  'phone_norm',
  'company',
  'job_title',
  'country',
  'spoken_language',
  'owner_id',
] as const

type Values = Partial<Record<(typeof filled)[number], string | number | null>>

interface Contact extends Values {
  id: number
  remark: string
}

/** The rows that a merge moved to the survivor. */
interface Moved {
  leads: number[]
  reminders: number[]
  groups: number[]
  tags: number[]
  /** Absent in merges that were made before comments were moved too. */
  notes?: number[]
  remark: string
  /** Previous values of the fields that the survivor took over. */
  before: Values
}

const columns = sql`id, email, person_id, country_code, phone, phone_norm, company, job_title, country, spoken_language, owner_id, remark`
const getActorName = ({ actor }: Ctx): string => ('name' in actor ? actor.name : actor.kind)
const ids = async (tx: Tx, query: ReturnType<typeof sql>): Promise<number[]> => (await tx.rows<{ id: number }>(query)).map(({ id }) => id)

/**
 * Merges two contacts of one person. The survivor keeps its id and its values, and takes over the rest. The other row stays and references
 * the survivor.
 * @throws AppError INVALID at `other_id`
 */
export async function mergeContacts(tx: Tx, ctx: Ctx, survivorId: number, loserId: number): Promise<void> {
  if (survivorId === loserId) throw validationError({ other_id: message('crm:error.merge_self') })
  const both = await tx.rows<Contact>(
    sql`select ${columns} from crm_contact where id = any(${[survivorId, loserId]}) and merged_into_id is null order by id for update`,
  )
  const survivor = both.find(({ id }) => id === survivorId)
  const loser = both.find(({ id }) => id === loserId)
  if (!survivor || !loser) throw validationError({ other_id: message('core:rule.not_exists') })
  const inheritedValues = Object.fromEntries(
    filled.flatMap((name) => (!survivor[name] && loser[name] ? [[name, loser[name]]] : [])),
  ) as Values
  const moved: Moved = {
    leads: await ids(
      tx,
      sql`update crm_lead set contact_id = ${survivorId}, version = version + 1 where contact_id = ${loserId} returning id`,
    ),
    reminders: await ids(tx, sql`update crm_reminder set contact_id = ${survivorId} where contact_id = ${loserId} returning id`),
    groups: await ids(
      tx,
      sql`insert into crm_group_member (group_id, contact_id, "order")
      select group_id, ${survivorId}, "order" from crm_group_member where contact_id = ${loserId} on conflict do nothing returning group_id as id`,
    ),
    tags: await ids(
      tx,
      sql`insert into crm_contact_tag (tag_id, contact_id, "order")
      select tag_id, ${survivorId}, "order" from crm_contact_tag where contact_id = ${loserId} on conflict do nothing returning tag_id as id`,
    ),
    notes: (await ctx.kernel.find(NOTES)?.move(tx, 'contact', { from: loserId, to: survivorId })) ?? [],
    remark: survivor.remark,
    before: Object.fromEntries(Object.keys(inheritedValues).map((name) => [name, survivor[name as keyof Values] ?? null])),
  }
  await tx.run(sql`update crm_contact set merged_into_id = ${survivorId}, version = version + 1, updated_at = now() where id = ${loserId}`)
  await fill(tx, survivorId, inheritedValues, bothRemarks(survivor.remark, loser.remark))
  await tx.run(sql`insert into crm_contact_merge (survivor_id, loser_id, moved, merged_by)
    values (${survivorId}, ${loserId}, ${JSON.stringify(moved)}::jsonb, ${getActorName(ctx)})`)
  tx.invalidate('contact')
  tx.invalidate('lead')
}

const bothRemarks = (...remarks: string[]): string => remarks.filter(Boolean).join('\n\n')

/** Country code, number and normalized form are taken over together. */
const number: readonly string[] = ['country_code', 'phone', 'phone_norm']

/** The merged values that have not changed since. Later edits by staff are not undone. */
function untouched(before: Values, survivor: Contact, loser: Contact): Values {
  const names = Object.keys(before) as (keyof Values)[]
  const asItCame = (name: keyof Values) => survivor[name] === loser[name]
  const stands = (name: keyof Values) =>
    number.includes(name) ? names.filter((name) => number.includes(name)).every(asItCame) : asItCame(name)
  return Object.fromEntries(names.filter(stands).map((name) => [name, before[name]]))
}

/** Updates fields of a contact. */
async function fill(tx: Tx, id: number, values: Values, remark: string): Promise<void> {
  const set = JSON.stringify(values)
  await tx.run(sql`update crm_contact c set remark = ${remark}, version = c.version + 1, updated_at = now(), email = n.email, person_id = n.person_id,
      country_code = n.country_code, phone = n.phone, phone_norm = n.phone_norm, company = coalesce(n.company, ''),
      job_title = coalesce(n.job_title, ''), country = n.country, spoken_language = n.spoken_language, owner_id = n.owner_id
    from (select (jsonb_populate_record(x, ${set}::jsonb)).* from crm_contact x where x.id = ${id}) n where c.id = ${id}`)
}

/**
 * Undoes the newest merge of a contact. Restores the other contact with its rows that are still where the merge put them. Later edits by
 * staff stay with the survivor.
 * @throws AppError INVALID when there is no merge to undo
 */
export async function unmergeContacts(tx: Tx, ctx: Ctx, survivorId: number): Promise<number> {
  const last = await tx.one<{ id: number; loser_id: number; moved: Moved }>(sql`select id, loser_id, moved from crm_contact_merge
    where survivor_id = ${survivorId} and undone_at is null and merged_at > now() - make_interval(days => ${UNDO_DAYS}) order by id desc limit 1 for update`)
  const survivor = await tx.one<Contact>(
    sql`select ${columns} from crm_contact where id = ${survivorId} and merged_into_id is null for update`,
  )
  const loser = last && (await tx.one<Contact>(sql`select ${columns} from crm_contact where id = ${last.loser_id} for update`))
  if (!last || !survivor || !loser) throw validationError({ id: message('crm:error.nothing_merged') })
  const { moved, loser_id } = last
  const contactSql = sql`contact_id = ${survivorId}`
  await tx.run(
    sql`update crm_lead set contact_id = ${loser_id}, version = version + 1 where id = any(${moved.leads}::bigint[]) and ${contactSql}`,
  )
  await tx.run(sql`update crm_reminder set contact_id = ${loser_id} where id = any(${moved.reminders}::bigint[]) and ${contactSql}`)
  await tx.run(sql`delete from crm_group_member where group_id = any(${moved.groups}::bigint[]) and ${contactSql}`)
  await tx.run(sql`delete from crm_contact_tag where tag_id = any(${moved.tags}::bigint[]) and ${contactSql}`)
  if (moved.notes?.length) await ctx.kernel.find(NOTES)?.move(tx, 'contact', { from: survivorId, to: loser_id }, moved.notes)
  const written = survivor.remark !== bothRemarks(moved.remark, loser.remark)
  await fill(tx, survivorId, untouched(moved.before, survivor, loser), written ? survivor.remark : moved.remark)
  await tx.run(sql`update crm_contact set merged_into_id = null, version = version + 1, updated_at = now() where id = ${loser_id}`)
  await tx.run(sql`update crm_contact_merge set undone_at = now() where id = ${last.id}`)
  await recordAudit(tx, ctx, {
    resource: 'contact',
    rowId: survivorId,
    verb: 'unmerge',
    changes: [{ field: 'merged', old: loser_id, new: null }],
  })
  tx.invalidate('contact')
  tx.invalidate('lead')
  return loser_id
}

/** Merges the contacts of two persons who were merged. */
export async function followMerge(tx: Tx, ctx: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> {
  const findContact = (person: number) =>
    tx.one<{ id: number }>(sql`select id from crm_contact where person_id = ${person} and merged_into_id is null`)
  const [survivor, loser] = [await findContact(survivorId), await findContact(loserId)]
  if (!loser) return
  if (survivor) await mergeContacts(tx, ctx, survivor.id, loser.id)
  else await tx.run(sql`update crm_contact set person_id = ${survivorId}, version = version + 1, updated_at = now() where id = ${loser.id}`)
  tx.invalidate('contact')
}
