import { type Db, likeText, type Sql, sql, type Tx } from 'stoa'
import { isCalledSql } from './full-name-sql.ts'

/** A customer as documents name them, with contact details. */
export interface Buyer {
  id: number
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

const columns = sql`id, email, first_name, last_name, country_code, phone`

/** A customer, enabled or not. */
export const findBuyerById = (db: Db, id: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where id = ${id}`)

/** An account, unless it is disabled. */
export const findEnabledBuyer = (db: Db, id: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where id = ${id} and enabled`)

/** The enabled account of a person; the oldest if there are several. */
export const findBuyerOfPerson = (db: Db, person: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where person_id = ${person} and enabled order by id limit 1`)

/**
 * Accounts of these addresses that only the owner of the address can access: the address is verified, or there is no
 * password yet, which only an e-mailed link can set.
 */
export const listOwnedAccounts = (
  db: Db,
  emails: readonly string[],
): Promise<{ id: number; email: string; person_id: number; language: string }[]> =>
  db.rows(sql`select id, email, person_id, language from customer
    where email = any(${[...emails]}::text[]) and enabled and person_id is not null and (email_verified_at is not null or password_hash is null) order by id`)

/** E-mail address and language of a person with an enabled account. */
export const findEmailContact = (db: Db, person: number): Promise<{ email: string; language: string } | undefined> =>
  db.one(sql`select email, language from customer where person_id = ${person} and enabled order by id limit 1`)

/** E-mail address of each person's account; the first if there are several. */
export const listAccountEmails = (db: Db, persons: readonly number[]): Promise<{ person_id: number; email: string }[]> =>
  db.rows(
    sql`select distinct on (person_id) person_id, email from customer where person_id = any(${[...persons]}::bigint[]) order by person_id, id`,
  )

/** Whether a person was erased: no new data is stored about them. */
export const isErased = async (db: Db, person: number): Promise<boolean> =>
  (await db.one(sql`select from person where id = ${person} and erased_at is not null`)) !== undefined

/** Customer properties that prices may depend on: the group, and whether it is the birthday month in the shop's time zone. */
export const readBuyerTraits = (db: Db, id: number, zone: string): Promise<{ group: number | null; birthday: boolean } | undefined> =>
  db.one(sql`select group_id as "group", coalesce(extract(month from birthday) = extract(month from now() at time zone ${zone}), false) as birthday
    from customer where id = ${id}`)

/** Customers whose address, phone number or name contains the words, newest first. */
export function searchBuyers(db: Db, words: string, most = 10): Promise<Buyer[]> {
  const like = `%${likeText(words)}%`
  return db.rows<Buyer>(sql`select ${columns} from customer
    where enabled and (email ilike ${like} or phone ilike ${like} or ${isCalledSql(sql`first_name`, sql`last_name`, like)}) order by id desc limit ${most}`)
}

/** Customers with a phone number, in any notation, with or without country code. Returns at most two, to detect an ambiguous number. */
export async function findBuyersByPhone(db: Db, phone: string): Promise<Buyer[]> {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits === '') return []
  return db.rows<Buyer>(sql`select ${columns} from customer where phone is not null and regexp_replace(phone, '\\D', '', 'g') = any(array[${digits},
      case when ${digits} like regexp_replace(country_code, '\\D', '', 'g') || '%' then substr(${digits}, length(regexp_replace(country_code, '\\D', '', 'g')) + 1) end])
    order by id limit 2`)
}

/** SQL: the person record of a customer, as staff see it. Use `personSql` for what customers get. */
export const recordedPersonSql = (customer: Sql): Sql => sql`(select p.person_id from customer p where p.id = ${customer})`

/**
 * SQL: the person record of a customer, if the account may access its data; otherwise null. Anybody can register with
 * another person's address and is then linked to that person's record. Until the address is verified, access requires
 * that no older account and nothing verified identifies the person.
 */
export const personSql = (
  customer: Sql,
): Sql => sql`(select p.person_id from customer p where p.id = ${customer} and (p.email_verified_at is not null or not exists (
    select from customer o where o.person_id = p.person_id and o.id < p.id
    union all select from person_identity i where i.person_id = p.person_id and i.verified_at is not null
      and not (i.kind = 'phone' and i.value_norm is not distinct from p.phone_norm and p.phone_verified_at is not null))))`

/**
 * SQL: whether a person has an enabled account and a birthday on a day. A birthday on 29 February is on the last day
 * of February in other years.
 */
export const birthdaySql = (person: Sql, day: Sql): Sql => sql`exists (select from customer b where b.person_id = ${person} and b.enabled
  and (to_char(b.birthday, 'MM-DD') = to_char(${day}, 'MM-DD') or (to_char(b.birthday, 'MM-DD') = '02-29'
    and to_char(${day}, 'MM-DD') = '02-28' and to_char(${day} + 1, 'MM-DD') = '03-01')))`

/** Locks the customer's row until the transaction ends. */
export async function lockCustomer(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`select 1 from customer where id = ${id} for update`)
}
