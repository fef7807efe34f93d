import { type Ctx, id as name, validationError, join, sql, type Sql, message } from 'stoa'
import { planList } from 'stoa/engine'
import { type Audience, getChosenIds } from 'stoa/plugins/people'
import { cleanGroupFilter } from './group-filter.ts'

/** Contacts `t` that the actor may see and that match a list query. @throws AppError INVALID at `audience` for an invalid query */
function fitting(ctx: Ctx, query: Readonly<Record<string, string>>): Sql {
  try {
    return planList(ctx, ctx.kernel.registry.resource('contact'), query).where
  } catch {
    throw validationError({ audience: message('crm:error.audience_filter') })
  }
}

const people = (channel: 'email' | 'sms', where: Sql): Sql => sql`
  select t.person_id, t.id as contact_id, ${channel === 'sms' ? sql`t.phone_norm` : sql`t.email`} as address, t.spoken_language as language,
    t.first_name, t.last_name, t.company from ${name('crm_contact')} t where ${where}`

const chosen = (ids: number[] | undefined): number[] => {
  if (!ids) throw validationError({ audience: message('crm:error.audience_empty') })
  return ids
}

/** Contacts of groups, with fixed lists or with filters. */
const groups: Audience = {
  title: 'crm:audience.groups',
  needs: 'get contact & get group',
  inputs: { groups: { kind: 'rows', of: 'group', label: 'crm:contact.groups' } },
  async peopleSql(ctx, db, input, channel) {
    const ids = chosen(getChosenIds(input, 'groups'))
    const rows = await db.rows<{ id: number; kind: string; filter: Record<string, string> }>(
      sql`select id, kind, filter from crm_group where id = any(${ids}::bigint[]) order by id`,
    )
    const parts = rows.map((row) => fitting(ctx, row.kind === 'dynamic' ? cleanGroupFilter(row.filter) : { groups: String(row.id) }))
    return people(
      channel,
      parts.length === 0
        ? sql`false`
        : join(
            parts.map((part) => sql`(${part})`),
            ' or ',
          ),
    )
  },
}

/** Contacts with at least one of the tags. */
const tags: Audience = {
  title: 'crm:audience.tags',
  needs: 'get contact & get tag',
  inputs: { tags: { kind: 'rows', of: 'tag', label: 'crm:contact.tags' } },
  peopleSql: (ctx, _db, input, channel) => people(channel, fitting(ctx, { tags: chosen(getChosenIds(input, 'tags')).join(',') })),
}

/** Contacts that match a filter of their list. */
const contacts: Audience = {
  title: 'crm:audience.contacts',
  needs: 'get contact',
  inputs: { filter: { kind: 'filter', of: 'contact', label: 'crm:group.filter', optional: true } },
  peopleSql: (ctx, _db, input, channel) => people(channel, fitting(ctx, cleanGroupFilter(input.filter ?? {}))),
}

/** Audience types this plugin contributes to broadcasts. */
export const audiences = { groups, tags, contacts }
