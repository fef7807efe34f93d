import { type Db, likeText, sql, type Tx } from '#core'

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

/** The account of a person that is on; the oldest of several. */
export const buyerOf = (db: Db, person: number): Promise<Buyer | undefined> =>
  db.one<Buyer>(sql`select ${columns} from customer where person_id = ${person} and enabled order by id limit 1`)

/** What prices may hang on of a customer: the group, and whether this is the month of their birthday where the shop is. */
export const buyerTraits = (db: Db, id: number, zone: string): Promise<{ group: number | null; birthday: boolean } | undefined> =>
  db.one(sql`select group_id as "group", coalesce(extract(month from birthday) = extract(month from now() at time zone ${zone}), false) as birthday
    from customer where id = ${id}`)

/** Customers whose address, number or name holds these words, newest first. */
export function findBuyers(db: Db, words: string, most = 10): Promise<Buyer[]> {
  const like = `%${likeText(words)}%`
  return db.rows<Buyer>(sql`select ${columns} from customer
    where enabled and (email ilike ${like} or phone ilike ${like} or first_name || ' ' || last_name ilike ${like}) order by id desc limit ${most}`)
}

/** Whoever else locks this customer waits until the transaction ends. */
export async function lockCustomer(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`select 1 from customer where id = ${id} for update`)
}
