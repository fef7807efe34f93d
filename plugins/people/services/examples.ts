import { type Db, sql } from 'stoa'
import { fullNameSql } from './full-name-sql.ts'

/** SQL: e-mail addresses of sample persons, under a reserved domain. */
const isExample = sql`email like '%.example'`

/** A sample customer with the shipping address. */
export interface ExampleCustomer {
  id: number
  email: string
  first_name: string
  last_name: string
  country_code: string
  phone: string
  address: string
  language: string
}

/** The sample customer at a position from 0 to below 1 among those who can buy; undefined if there is none. */
export const findExampleCustomer = (db: Db, position: number): Promise<ExampleCustomer | undefined> =>
  db.one(
    sql`select c.id, c.email, c.first_name, c.last_name, c.country_code, c.phone, a.address, c.language
    from customer c join customer_address a on a.customer_id = c.id and a.default_shipping
    where c.id = (select id from customer where enabled and ${isExample}
      order by id offset (select floor(count(*) * ${position}::float8)::int from customer where enabled and ${isExample}) limit 1)`,
    'examples.customer',
  )

/** The sample person at a position from 0 to below 1. */
export const findExamplePerson = (db: Db, position: number): Promise<{ name: string; email: string } | undefined> =>
  db.one(
    sql`select ${fullNameSql(sql`first_name`, sql`last_name`)} as name, email from person where ${isExample}
    order by id offset (select floor(count(*) * ${position}::float8)::int from person where ${isExample}) limit 1`,
    'examples.person',
  )
