import { type Db, likeText, type Sql, sql, type Tx } from 'stoa'
import { isCalledSql } from './full-name-sql.ts'

/** A customer as documents name one, and how to reach them. */
export interface Buyer {
  id: number
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

const columns = sql`id, email, first_name, last_name, country_code, phone`

/** One customer, enabled or not. */
export const buyer = (db: Db, id: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where id = ${id}`)

/** An account, unless it is switched off. */
export const openBuyer = (db: Db, id: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where id = ${id} and enabled`)

/** The account of a person that is on; the oldest of several. */
export const findBuyer = (db: Db, person: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where person_id = ${person} and enabled order by id limit 1`)

/**
 * Accounts of these addresses that nobody but the owner of the address can come into: it is proven, or there is no password yet, which
 * only a link mailed to it sets.
 */
export const ownedAccounts = (
  db: Db,
  emails: readonly string[],
): Promise<{ id: number; email: string; person_id: number; language: string }[]> =>
  db.rows(sql`select id, email, person_id, language from customer
    where email = any(${[...emails]}::text[]) and enabled and person_id is not null and (email_verified_at is not null or password_hash is null) order by id`)

/** Where a person with an account that is on is written to, and in which language. */
export const getReader = (db: Db, person: number): Promise<{ email: string; language: string } | undefined> =>
  db.one(sql`select email, language from customer where person_id = ${person} and enabled order by id limit 1`)

/** The address of the account of each of some persons, of several the first. */
export const accountEmails = (db: Db, persons: readonly number[]): Promise<{ person_id: number; email: string }[]> =>
  db.rows(
    sql`select distinct on (person_id) person_id, email from customer where person_id = any(${[...persons]}::bigint[]) order by person_id, id`,
  )

/** Whether somebody asked to be forgotten and was: nothing is kept of them anew. */
export const isForgotten = async (db: Db, person: number): Promise<boolean> =>
  (await db.one(sql`select from person where id = ${person} and erased_at is not null`)) !== undefined

/** What prices may hang on of a customer: the group, and whether this is the month of their birthday where the shop is. */
export const buyerTraits = (db: Db, id: number, zone: string): Promise<{ group: number | null; birthday: boolean } | undefined> =>
  db.one(sql`select group_id as "group", coalesce(extract(month from birthday) = extract(month from now() at time zone ${zone}), false) as birthday
    from customer where id = ${id}`)

/** Customers whose address, number or name holds these words, newest first. */
export function findBuyers(db: Db, words: string, most = 10): Promise<Buyer[]> {
  const like = `%${likeText(words)}%`
  return db.rows<Buyer>(sql`select ${columns} from customer
    where enabled and (email ilike ${like} or phone ilike ${like} or ${isCalledSql(sql`first_name`, sql`last_name`, like)}) order by id desc limit ${most}`)
}

/** Customers by a phone number, with its country or without, however it is written: two at most, as one is meant. */
export async function buyersByPhone(db: Db, phone: string): Promise<Buyer[]> {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits === '') return []
  return db.rows<Buyer>(sql`select ${columns} from customer where phone is not null and regexp_replace(phone, '\\D', '', 'g') = any(array[${digits},
      case when ${digits} like regexp_replace(country_code, '\\D', '', 'g') || '%' then substr(${digits}, length(regexp_replace(country_code, '\\D', '', 'g')) + 1) end])
    order by id limit 2`)
}

/** The person behind a customer as staff know them, as part of a statement. What customers get goes by `personSql`. */
export const recordedPersonSql = (customer: Sql): Sql => sql`(select p.person_id from customer p where p.id = ${customer})`

/**
 * The person behind a customer, as far as the account may have what is theirs, as part of a statement. Whoever registers with a stranger's
 * address comes to the stranger's record: until the address is proven the person is theirs only where nobody else is known by it, neither by an
 * older account nor by anything proven; else it is null.
 */
export const personSql = (
  customer: Sql,
): Sql => sql`(select p.person_id from customer p where p.id = ${customer} and (p.email_verified_at is not null or not exists (
    select from customer o where o.person_id = p.person_id and o.id < p.id
    union all select from person_identity i where i.person_id = p.person_id and i.verified_at is not null
      and not (i.kind = 'phone' and i.value_norm is not distinct from p.phone_norm and p.phone_verified_at is not null))))`

/** Whether a person has an account that is on and a birthday on a day, as part of a statement. Who was born on a leap day has it on the last of February in other years. */
export const birthdaySql = (person: Sql, day: Sql): Sql => sql`exists (select from customer b where b.person_id = ${person} and b.enabled
  and (to_char(b.birthday, 'MM-DD') = to_char(${day}, 'MM-DD') or (to_char(b.birthday, 'MM-DD') = '02-29'
    and to_char(${day}, 'MM-DD') = '02-28' and to_char(${day} + 1, 'MM-DD') = '03-01')))`

/** Whoever else locks this customer waits until the transaction ends. */
export async function lockCustomer(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`select 1 from customer where id = ${id} for update`)
}
