import { hasPermission, type Ctx, type Scope, sql } from 'stoa'
import type { PersonRole } from 'stoa/plugins/people'

/** Permission to see all leads, and so all contacts. */
export const SEE_ALL = 'see all lead'

/** The account id of an actor who sees only their own leads; undefined for those who see all. An actor who is not staff owns none. */
export function isOwnOnly({ actor }: Ctx): number | undefined {
  if (hasPermission(actor, SEE_ALL)) return undefined
  return actor.kind === 'admin' ? actor.id : 0
}

const scope = (look: (me: number) => ReturnType<Scope>): Scope => {
  const scope = (ctx: Ctx) => {
    const me = isOwnOnly(ctx)
    return me === undefined ? null : look(me)
  }
  return Object.assign(scope, { all: SEE_ALL })
}

/** Limits leads to the actor's own. */
export const ownLeadsScope = scope((me) => sql`t.owner_id = ${me}`)

const getContacts = (me: number) =>
  sql`t.owner_id = ${me} or t.owner_id is null or exists (select from crm_lead l where l.contact_id = t.id and l.owner_id = ${me})`

/** Limits contacts to the actor's own, those without an owner, and those of the actor's leads. */
export const ownContactsScope = scope(getContacts)

/**
 * Limits reminders to records the actor may see. The keys are selected in a subquery of their own, because inside the next one `t` is the
 * contact.
 */
export const visibleReminderScope = scope(
  (me) => sql`exists (select from (select t.lead_id as lead, t.contact_id as contact) r
    where r.lead in (select l.id from crm_lead l where l.owner_id = ${me}) or r.contact in (select t.id from crm_contact t where ${getContacts(me)}))`,
)

/**
 * Hides a person who is known only as a contact of other accounts. The key is compared outside, because inside the subquery `t` is the
 * contact.
 */
export const contactRole: PersonRole = {
  hides: (ctx, person) => {
    const me = isOwnOnly(ctx)
    return me === undefined
      ? undefined
      : sql`${person} in (select t.person_id from crm_contact t where t.merged_into_id is null and t.person_id is not null and not (${getContacts(me)}))`
  },
}
