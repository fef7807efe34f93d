import { type Ctx, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { Alike } from '../api-types.ts'
import { parsePhone } from './contacts.ts'

/** Search values. */
export interface SearchedContact {
  email: string
  country_code: string
  phone: string
  /** The contact to leave out of the result. */
  but: number
}

/** Finds possible duplicates of a contact. An equal e-mail address is certain; an equal phone number is only a hint. */
export const findSimilarContacts = (ctx: Ctx, { email, country_code, phone, but }: SearchedContact): Promise<Alike['data']> => {
  const { phone_norm: number } = parsePhone(country_code || null, phone)
  const address = email.trim().normalize('NFC').toLowerCase()
  return ctx.kernel.db.rows<Alike['data'][number]>(sql`
    select t.id, t.name, t.email, t.phone, case when t.email = ${address} then 'email' else 'phone' end as by
    from crm_contact t where ${scopeSql(ctx, ctx.kernel.registry.resource('contact'))} and t.id <> ${but}
      and ((${address} <> '' and t.email = ${address}) or t.phone_norm = ${number})
    order by t.email = ${address} desc nulls last, t.id limit 10`)
}
