import { hasPermission, type Ctx, type Scope, sql } from 'stoa'
import type { PersonRole } from 'stoa/plugins/people'

/** Permission of those who see the leads of everybody, and so all contacts. */
export const SEE_ALL = 'see all lead'

/** Who sees only their own leads; undefined for those who see all, and for nobody of the staff none is theirs. */
export function isOwnOnly({ actor }: Ctx): number | undefined {
  if (hasPermission(actor, SEE_ALL)) return undefined
  return actor.kind === 'admin' ? actor.id : 0
}

const scope = (look: (me: number) => ReturnType<Scope>): Scope => {
  const seen = (ctx: Ctx) => {
    const me = isOwnOnly(ctx)
    return me === undefined ? null : look(me)
  }
  return Object.assign(seen, { all: SEE_ALL })
}

/** Leads: one's own. */
export const ownLeadsScope = scope((me) => sql`t.owner_id = ${me}`)

const getContacts = (me: number) =>
  sql`t.owner_id = ${me} or t.owner_id is null or exists (select from crm_lead l where l.contact_id = t.id and l.owner_id = ${me})`

/** Contacts: one's own, those of nobody, and those behind one's own leads. */
export const ownContactsScope = scope(getContacts)

/** Reminders of what is seen. The keys are taken in a select of their own: inside of the next one `t` is the contact. */
export const visibleReminderScope = scope(
  (me) => sql`exists (select from (select t.lead_id as lead, t.contact_id as contact) r
    where r.lead in (select l.id from crm_lead l where l.owner_id = ${me}) or r.contact in (select t.id from crm_contact t where ${getContacts(me)}))`,
)

/** Whoever is known as a contact of others alone is nobody one knows. The key is compared outside: inside, `t` is the contact. */
export const contactRole: PersonRole = {
  hides: (ctx, person) => {
    const me = isOwnOnly(ctx)
    return me === undefined
      ? undefined
      : sql`${person} in (select t.person_id from crm_contact t where t.merged_into_id is null and t.person_id is not null and not (${getContacts(me)}))`
  },
}
