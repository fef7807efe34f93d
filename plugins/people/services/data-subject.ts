import { type Db, type Kernel, sql } from 'stoa'
import { hashAddress } from './consent-sql.ts'
import { type DataSubject, addOwnedRows } from './personal-data-handler.ts'

/** A person with all their accounts, addresses and phone numbers, as staff see them. */
export async function findDataSubject(kernel: Kernel, db: Db, id: number): Promise<DataSubject> {
  const persons = (await db.rows<{ id: number }>(sql`select id from person where id = ${id} or merged_into_id = ${id} order by id`)).map(
    (row) => row.id,
  )
  const ids = sql`any(${persons}::bigint[])`
  const customers = await db.rows<{ id: number }>(sql`select id from customer where person_id = ${ids} order by id`)
  const values = await db.rows<{ kind: string; value: string }>(sql`
    select kind, value_norm as value from person_identity where person_id = ${ids}
    union select 'email', email from person where id = ${ids} and email is not null
    union select 'email', unnest(array_remove(array[case when email not like 'erased-%@erased.invalid' then email end, pending_email], null))
      from customer where person_id = ${ids}
    union select 'email', address_norm from consent where person_id = ${ids} and address_norm not like 'sha256:%'
    union select 'hash', address_norm from consent where person_id = ${ids} and channel = 'email' and address_norm like 'sha256:%'
    union select 'phone', phone_norm from customer where person_id = ${ids} and phone_norm is not null
    union select 'phone', country_code || phone from person where id = ${ids} and phone is not null and country_code is not null`)
  const getValues = (kind: string) => values.flatMap((value) => (value.kind === kind ? [value.value] : []))
  const emails = getValues('email')
  const addressHashes = [...new Set([...getValues('hash'), ...emails.map(hashAddress)])]
  return addOwnedRows(kernel, db, { persons, customers: customers.map((row) => row.id), emails, phones: getValues('phone'), addressHashes })
}

/** The person of an account, limited to verified identities: entering an address must not reveal data of others who used it. */
export async function findPersonOfCustomer(kernel: Kernel, customer: number): Promise<DataSubject> {
  const row = await kernel.db.one<{ email: string | null; phone: string | null }>(sql`
    select case when email_verified_at is not null then email end as email, case when phone_verified_at is not null then phone_norm end as phone
    from customer where id = ${customer}`)
  const emails = row?.email ? [row.email] : []
  const phones = row?.phone ? [row.phone] : []
  return addOwnedRows(kernel, kernel.db, { persons: [], customers: [customer], emails, phones, addressHashes: emails.map(hashAddress) })
}
