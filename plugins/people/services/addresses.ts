import { basic, type Db, f, AppError, validationError, type Kernel, NOT_FOUND, sql, message, token, type Tx } from 'stoa'
import type { Address } from '../api-types.ts'

/** Read access to customers' address books for other plugins. */
export interface Addresses {
  /** All addresses of a customer, default addresses first. */
  list(db: Db, customerId: number): Promise<Address[]>
  /** An address of this customer; undefined for that of another. */
  findById(db: Db, id: number, customerId: number): Promise<Address | undefined>
}

export const ADDRESSES = token<Addresses>('people/addresses')

/** Highest number of addresses per customer. */
const MAX_ADDRESSES = 50

const addressColumns = sql`id, first_name, last_name, country, contact_number, address, default_billing, default_shipping`

/** Input fields of an address. */
export const addressFields = {
  first_name: f.text(),
  last_name: f.text(),
  country: f.text({ maxLength: 3 }),
  contact_number: f.phone(),
  address: f.area({ maxLength: 1_000 }),
  default_billing: f.flag({ default: false }),
  default_shipping: f.flag({ default: false }),
}

export const addresses: Addresses = {
  list: (db, customerId) =>
    db.rows<Address>(
      sql`select ${addressColumns} from customer_address where customer_id = ${customerId} order by default_shipping desc, default_billing desc, id`,
      'addresses.list',
    ),
  findById: (db, id, customerId) =>
    db.one<Address>(sql`select ${addressColumns} from customer_address where id = ${id} and customer_id = ${customerId}`, 'addresses.one'),
}

/** The country must be one the shop serves. @throws AppError INVALID */
export function assertServedCountry(kernel: Kernel, { country }: { country: string }): void {
  if (!kernel.settings.of(basic).supported_countries.includes(country)) throw validationError({ country: message('core:rule.choice') })
}

/** Locks the customer's row first, so that concurrent changes run one after the other and leave one default address. */
async function lockAddressBook(tx: Tx, customerId: number, input: Omit<Address, 'id'>, except: number): Promise<void> {
  await tx.run(sql`select 1 from customer where id = ${customerId} for update`)
  if (input.default_billing)
    await tx.run(sql`update customer_address set default_billing = false, updated_at = now()
      where customer_id = ${customerId} and default_billing and id <> ${except}`)
  if (input.default_shipping)
    await tx.run(sql`update customer_address set default_shipping = false, updated_at = now()
      where customer_id = ${customerId} and default_shipping and id <> ${except}`)
}

/** Adds an address. @throws AppError INVALID if the address book is full */
export async function addAddress(tx: Tx, customerId: number, input: Omit<Address, 'id'>): Promise<Address> {
  await lockAddressBook(tx, customerId, input, 0)
  const existing = await tx.one<{ n: number }>(sql`select count(*) as n from customer_address where customer_id = ${customerId}`)
  if (existing && existing.n >= MAX_ADDRESSES)
    throw validationError({ address: message('people:error.address_full', { count: MAX_ADDRESSES }) })
  const row = await tx.one<Address>(sql`
    insert into customer_address (customer_id, first_name, last_name, country, contact_number, address, default_billing, default_shipping)
    values (${customerId}, ${input.first_name}, ${input.last_name}, ${input.country}, ${input.contact_number}, ${input.address},
      ${input.default_billing}, ${input.default_shipping}) returning ${addressColumns}`)
  return row as Address
}

/** Replaces an address of this customer. @throws AppError NOT_FOUND, also for an address of another customer */
export async function changeAddress(tx: Tx, customerId: number, id: number, input: Omit<Address, 'id'>): Promise<Address> {
  await lockAddressBook(tx, customerId, input, id)
  const row = await tx.one<Address>(sql`update customer_address set first_name = ${input.first_name}, last_name = ${input.last_name},
      country = ${input.country}, contact_number = ${input.contact_number}, address = ${input.address},
      default_billing = ${input.default_billing}, default_shipping = ${input.default_shipping}, updated_at = now()
    where id = ${id} and customer_id = ${customerId} returning ${addressColumns}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** Deletes an address. @throws AppError NOT_FOUND, also for an address of another customer */
export async function removeAddress(tx: Tx, customerId: number, id: number): Promise<void> {
  const deletedCount = await tx.run(sql`delete from customer_address where id = ${id} and customer_id = ${customerId}`)
  if (deletedCount === 0) throw new AppError(NOT_FOUND)
}
