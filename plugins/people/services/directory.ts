import { type Kernel, sql, token, type Tx } from '#core'
import { plainEmail } from './rules.ts'
import { timeline } from './timeline.ts'

/** What somebody who buys without an account tells of themselves. */
export interface Guest {
  email: string
  first_name: string
  last_name: string
  country_code?: string | null
  phone?: string | null
}

/** Knows everybody the shop has dealt with. */
export interface Directory {
  /** The person behind an email address, made or completed. What is known of a person is not overwritten by whoever types the address. */
  remember(tx: Tx, guest: Guest): Promise<number>
}

export const DIRECTORY = token<Directory>('people/directory')

/**
 * The person behind an address, found by whoever has proven it, else by whoever named it first, else made. What is known is not
 * overwritten by strangers, and nothing is added to a person whose address is proven. What the address agreed to before belongs to the
 * person from then on. One statement: it stands in the way of every order.
 */
export async function remember(tx: Tx, guest: Guest): Promise<number> {
  const email = plainEmail(guest.email)
  tx.touch('person')
  const row = await tx.one<{ id: number }>(
    sql`
      with known as (
        select person_id as id, verified_at from person_identity where kind = 'email' and value_norm = ${email}
        order by verified_at nulls last, id limit 1
      ), completed as (
        update person p set phone = ${guest.phone ?? null}, country_code = ${guest.country_code ?? null}, updated_at = now()
        from known where p.id = known.id and known.verified_at is null and p.phone is null and ${guest.phone ?? null}::text is not null
      ), made as (
        insert into person as p (email, first_name, last_name, country_code, phone)
        select ${email}, ${guest.first_name}, ${guest.last_name}, ${guest.country_code ?? null}, ${guest.phone ?? null}
        where not exists (select 1 from known)
        on conflict (email) do update set updated_at = now() returning id
      ), named as (
        insert into person_identity (person_id, kind, value_norm) select id, 'email', ${email} from made on conflict do nothing
      ), consented as (
        update consent c set person_id = made.id from made where c.address_norm = ${email} and c.channel = 'email' and c.person_id is null
      )
      select id from known union all select id from made limit 1`,
    'directory.remember',
  )
  return row?.id ?? 0
}

/**
 * Says that an address or number is proven to be somebody's. What another person has proven before stays theirs: two records
 * of one person are for staff to merge.
 */
export async function proveIdentity(tx: Tx, kernel: Kernel, person: number, kind: 'email' | 'phone', value: string): Promise<void> {
  const row = await tx.one<{ id: number }>(sql`
    insert into person_identity (person_id, kind, value_norm, verified_at)
    select ${person}, ${kind}, ${value}, now()
    where not exists (select 1 from person_identity where kind = ${kind} and value_norm = ${value} and verified_at is not null and person_id <> ${person})
    on conflict (person_id, kind, value_norm) do update set verified_at = coalesce(person_identity.verified_at, now())
    returning id`)
  if (!row) return
  if (kind === 'email') tx.emit('person.email_proven', { personId: person, email: value }, { type: 'person', id: person })
  await timeline(kernel).tell(tx, {
    personId: person,
    what: `verified-${kind}`,
    params: { value: kind === 'phone' ? `+${value}` : value },
    actor: { kind: 'system', name: 'people' },
    dedupeKey: `verified ${row.id}`,
  })
}

export const directory: Directory = { remember }
