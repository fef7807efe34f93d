import { type Draft, type Fields, invalid, sql, text, type Write } from '#core'
import { DIRECTORY, fullName, plainPhone } from '../../people/index.ts'

/** What of a contact is looked at here. */
interface Known {
  id: number
  first_name: string
  last_name: string
  company: string
  email: string | null
  country_code: string | null
  phone: string | null
  person_id: number | null
}

type Values = Partial<Record<keyof Known, unknown>>

const now = <K extends keyof Known>(name: K, input: Values, old: Values | null) =>
  (input[name] === undefined ? old?.[name] : input[name]) ?? null

/** What a contact is called: by name, else by what else is known. */
function called(input: Values, old: Values | null): string {
  const get = (name: keyof Known) => String(now(name, input, old) ?? '').trim()
  return fullName(get('first_name'), get('last_name')) || get('company') || get('email') || get('phone')
}

/** Names a contact, and ties it to the person behind its address. */
export async function completeContact({ ctx, tx, input, old }: Draft<Fields>): Promise<void> {
  const values = input as Values
  const before = old as Values | null
  const name = called(values, before)
  if (name === '') throw invalid({ first_name: text('crm:error.contact_unnamed') })
  const [email, code, phone] = (['email', 'country_code', 'phone'] as const).map((field) => now(field, values, before))
  if (phone && !code) throw invalid({ country_code: text('people:error.country_code') })
  Object.assign(input, { name, phone_norm: phoneOf(code, phone) })
  // An address that was taken away leaves the person who has it.
  if (email === null) Object.assign(input, { person_id: null })
  else if (email !== before?.email || !before?.person_id) {
    const personId = await ctx.kernel.get(DIRECTORY).remember(tx, {
      email: String(email),
      first_name: String(now('first_name', values, before) ?? ''),
      last_name: String(now('last_name', values, before) ?? ''),
      country_code: code as string | null,
      phone: phone as string | null,
    })
    Object.assign(input, { person_id: personId })
  }
}

/** One person is one row. @throws Failed INVALID at `email` */
export async function refuseTwice({ tx, input, old }: Write<Fields>): Promise<void> {
  const { email, person_id } = input as Values
  if (email === undefined && person_id === undefined) return
  const other = await tx.one(sql`select 1 from crm_contact where merged_into_id is null and id is distinct from ${old?.id ?? null}
    and (email = ${(email as string | null) ?? null} or person_id = ${(person_id as number | null) ?? null})`)
  if (other) throw invalid({ email: text('crm:error.contact_known') })
}

/** The number in the form by which it is compared. */
export const phoneOf = (code: unknown, phone: unknown): string | null => (code && phone ? plainPhone(String(code), String(phone)) : null)
