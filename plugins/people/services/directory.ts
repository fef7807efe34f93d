import { type Kernel, sql, token, type Tx } from 'stoa'
import { normalizeEmail } from './sign-in-rules.ts'
import { timeline } from './timeline.ts'
import { person } from '../resources/person.ts'

/** Data of a buyer without an account. */
export interface Guest {
  email: string
  first_name: string
  last_name: string
  country_code?: string | null
  phone?: string | null
}

/** Directory of all persons the shop has dealt with. */
export interface Directory {
  /** The person with an e-mail address, created or completed. Stored data is not overwritten by input of an unverified visitor. */
  findOrCreatePerson(tx: Tx, guest: Guest): Promise<number>
  /** The persons with several addresses, in input order. */
  findOrCreatePersons(tx: Tx, guests: readonly Guest[]): Promise<number[]>
}

export const DIRECTORY = token<Directory>('people/directory')

/** The person with an address: see `findOrCreatePersons`. */
export async function findOrCreatePerson(tx: Tx, guest: Guest): Promise<number> {
  const [id] = await findOrCreatePersons(tx, [guest])
  return id ?? 0
}

/**
 * Finds or creates persons by address: who verified it, or else who used it first. Unverified input does not
 * overwrite stored data, and adds nothing to a person with a verified address. Earlier consent of the address is
 * linked to the person. It is one statement, since every order needs it.
 */
export async function findOrCreatePersons(tx: Tx, guests: readonly Guest[]): Promise<number[]> {
  if (guests.length === 0) return []
  const emails = guests.map((guest) => normalizeEmail(guest.email))
  const guestInputs = guests.map(({ first_name, last_name, country_code, phone }, position) => ({
    email: emails[position],
    first_name,
    last_name,
    country_code,
    phone,
    position,
  }))
  const newPerson = tx.insertSql(
    person,
    {
      email: sql`g.email`,
      first_name: sql`g.first_name`,
      last_name: sql`g.last_name`,
      country_code: sql`g.country_code`,
      phone: sql`g.phone`,
    },
    sql`guests g where not exists (select 1 from existing k where k.email = g.email) order by g.email`,
  )
  const rows = await tx.rows<{ id: number; email: string }>(
    sql`
      with guests as (
        select distinct on (email) * from jsonb_to_recordset(${JSON.stringify(guestInputs)}::jsonb)
          as g(email text, first_name text, last_name text, country_code text, phone text, position int)
        order by email, phone is null, position
      ), existing as (
        select distinct on (g.email) g.email, g.phone, g.country_code, i.person_id as id, i.verified_at
        from guests g join person_identity i on i.kind = 'email' and i.value_norm = g.email
        order by g.email, i.verified_at nulls last, i.id
      ), updated_persons as (
        update person p set phone = k.phone, country_code = k.country_code, updated_at = now()
        from existing k where p.id = k.id and k.verified_at is null and p.phone is null and k.phone is not null
      ), created as (
        ${newPerson} on conflict (email) do update set updated_at = now() returning id, email
      ), identities as (
        insert into person_identity (person_id, kind, value_norm) select id, 'email', email from created on conflict do nothing
      ), linked_consents as (
        update consent c set person_id = created.id from created
        where c.address_norm = created.email and c.channel = 'email' and c.person_id is null
      )
      select id, email from existing union all select id, email from created`,
    'directory.find-or-create',
  )
  const ids = new Map(rows.map(({ id, email }) => [email, id]))
  return emails.map((email) => ids.get(email) ?? 0)
}

/**
 * Records a verified address or phone number of a person. One that another person verified stays theirs: staff have
 * to merge the two records.
 */
export async function verifyIdentity(tx: Tx, kernel: Kernel, person: number, kind: 'email' | 'phone', value: string): Promise<void> {
  const row = await tx.one<{ id: number }>(sql`
    insert into person_identity (person_id, kind, value_norm, verified_at)
    select ${person}, ${kind}, ${value}, now()
    where not exists (select 1 from person_identity where kind = ${kind} and value_norm = ${value} and verified_at is not null and person_id <> ${person})
    on conflict (person_id, kind, value_norm) do update set verified_at = coalesce(person_identity.verified_at, now())
    returning id`)
  if (!row) return
  if (kind === 'email') tx.emit('person.email_proven', { personId: person, email: value }, { type: 'person', id: person })
  await timeline(kernel).record(tx, {
    personId: person,
    what: `verified-${kind}`,
    params: { value: kind === 'phone' ? `+${value}` : value },
    actor: { kind: 'system', name: 'people' },
    dedupeKey: `verified ${row.id}`,
  })
}

export const directory: Directory = { findOrCreatePerson, findOrCreatePersons }
