import { basic, type Ctx, type DraftInput, type Fields, validationError, sql, message, type ValidatedInput } from 'stoa'
import { DIRECTORY, fullName, type Guest, normalizePhone, splitInternational } from 'stoa/plugins/people'

/** What of a contact is looked at here. */
interface ExistingContact {
  id: number
  first_name: string
  last_name: string
  company: string
  email: string | null
  country_code: string | null
  phone: string | null
  person_id: number | null
}

type Values = Partial<Record<keyof ExistingContact, unknown>>

const now = <K extends keyof ExistingContact>(name: K, input: Values, old: Values | null) =>
  (input[name] === undefined ? old?.[name] : input[name]) ?? null

/** What a contact is called: by name, else by what else is known. */
function called(input: Values, old: Values | null): string {
  const get = (name: keyof ExistingContact) => String(now(name, input, old) ?? '').trim()
  return fullName(get('first_name'), get('last_name')) || get('company') || get('email') || get('phone')
}

/** Names contacts, and ties each to the person behind its address. */
export async function completeContacts(drafts: readonly DraftInput<Fields>[]): Promise<void> {
  const lookups = drafts.flatMap((draft) => {
    const guest = completeContact(draft)
    return guest ? [{ draft, guest }] : []
  })
  const [first] = lookups
  if (!first) return
  const { ctx, tx } = first.draft
  const guests = lookups.map(({ guest }) => guest)
  const persons = await ctx.kernel.get(DIRECTORY).rememberAll(tx, guests)
  for (const [i, { draft }] of lookups.entries()) Object.assign(draft.input, { person_id: persons[i] })
}

/** Names a contact. Answers who is behind its address, where that is to be looked up. @throws Failed INVALID */
function completeContact({ ctx, input, old, source }: DraftInput<Fields>): Guest | undefined {
  const values = input as Values
  const before = old as Values | null
  const name = called(values, before)
  if (name === '') throw validationError({ first_name: message('crm:error.contact_unnamed') })
  const email = now('email', values, before)
  const phone = now('phone', values, before) as string | null
  const code = now('country_code', values, before) as string | null
  const number = source === 'import' ? parseSheetPhone(ctx, code, phone) : parsePhone(code, phone)
  if (number.phone && !number.country_code) throw validationError({ country_code: message('people:error.country_code') })
  Object.assign(input, { name, ...number })
  // An address that was taken away leaves the person who has it.
  if (email === null) {
    Object.assign(input, { person_id: null })
    return undefined
  }
  if (email === before?.email && before.person_id) return undefined
  return {
    email: String(email),
    first_name: String(now('first_name', values, before) ?? ''),
    last_name: String(now('last_name', values, before) ?? ''),
    country_code: number.country_code,
    phone: number.phone,
  }
}

/** One person is one row. @throws Failed INVALID at `email` */
export async function assertNotDuplicate(writes: readonly ValidatedInput<Fields>[]): Promise<void> {
  const named = writes.filter(({ input }) => (input as Values).email !== undefined || (input as Values).person_id !== undefined)
  const [first] = named
  if (!first) return
  const identities = named.map(({ input, old }) => {
    const { email, person_id } = input as Values
    return { id: old?.id ?? null, email: email ?? null, person_id: person_id ?? null }
  })
  const duplicate = await first.tx.one(sql`
    with n as (select * from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as n(id bigint, email text, person_id bigint))
    select 1 from n join crm_contact c on c.merged_into_id is null and c.email = n.email and c.id is distinct from n.id
    union all
    select 1 from n join crm_contact c on c.merged_into_id is null and c.person_id = n.person_id and c.id is distinct from n.id limit 1`)
  if (duplicate) throw validationError({ email: message('crm:error.contact_known') })
}

/** A number with its code apart, and in the form by which it is compared. */
interface ParsedPhone {
  country_code: string | null
  phone: string | null
  phone_norm: string | null
}

/** Takes apart what was typed: a number that begins with + or 00 carries its code, whichever was said beside it. */
export function parsePhone(code: string | null, typed: string | null): ParsedPhone {
  const phone = typed?.trim() || null
  const whole = phone ? splitInternational(phone) : undefined
  if (whole) return { ...whole, phone_norm: normalizePhone(whole.country_code, whole.phone) }
  return { country_code: code, phone, phone_norm: code && phone ? normalizePhone(code, phone) : null }
}

/** The number of a line of a sheet. Sheets of elsewhere hold numbers as they are dialled here. */
export function parseSheetPhone({ kernel }: Ctx, code: string | null, phone: string | null): ParsedPhone {
  return parsePhone(code ?? (phone ? kernel.settings.of(basic).default_country_code : null), phone)
}

/** What a contact without an address is found by in sheets: its phone, best with its name, else its name alone. */
export function findContactBy(cells: Readonly<Record<string, string>>, ctx: Ctx): Record<string, string | null>[] {
  const name = called(cells, null)
  if (name === '') return []
  const { phone_norm } = parseSheetPhone(ctx, cells.country_code || null, cells.phone || null)
  if (phone_norm) return [{ phone_norm, name }, { phone_norm }]
  return [{ name, company: cells.company ?? '', email: null, phone_norm: null }]
}
