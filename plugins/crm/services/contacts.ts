import { basic, type Ctx, type DraftInput, type Fields, validationError, sql, message, type ValidatedInput } from 'stoa'
import { DIRECTORY, fullName, type Guest, normalizePhone, splitInternational } from 'stoa/plugins/people'

/** The fields of a contact that this module reads. */
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

/** The display name of a contact: its name, else another field. */
function called(input: Values, old: Values | null): string {
  const get = (name: keyof ExistingContact) => String(now(name, input, old) ?? '').trim()
  return fullName(get('first_name'), get('last_name')) || get('company') || get('email') || get('phone')
}

/** Fills in the names of contacts, and links each to the person with its e-mail address. */
export async function completeContacts(drafts: readonly DraftInput<Fields>[]): Promise<void> {
  const lookups = drafts.flatMap((draft) => {
    const guest = completeContact(draft)
    return guest ? [{ draft, guest }] : []
  })
  const [first] = lookups
  if (!first) return
  const { ctx, tx } = first.draft
  const guests = lookups.map(({ guest }) => guest)
  const persons = await ctx.kernel.get(DIRECTORY).findOrCreatePersons(tx, guests)
  for (const [i, { draft }] of lookups.entries()) Object.assign(draft.input, { person_id: persons[i] })
}

/** Fills in the name of a contact. Returns the person data to look up by e-mail address, if any. @throws AppError INVALID */
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
  // Removing the address unlinks the person who owns it.
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

/** A person has at most one contact. @throws AppError INVALID at `email` */
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

/** A phone number split into country code and number, with its normalized form for comparison. */
interface ParsedPhone {
  country_code: string | null
  phone: string | null
  phone_norm: string | null
}

/** Parses a phone number. A number that starts with + or 00 carries its country code, which overrides the separate code. */
export function parsePhone(code: string | null, typed: string | null): ParsedPhone {
  const phone = typed?.trim() || null
  const whole = phone ? splitInternational(phone) : undefined
  if (whole) return { ...whole, phone_norm: normalizePhone(whole.country_code, whole.phone) }
  return { country_code: code, phone, phone_norm: code && phone ? normalizePhone(code, phone) : null }
}

/** Parses the phone number of an import row. Spreadsheets from elsewhere contain numbers in local format. */
export function parseSheetPhone({ kernel }: Ctx, code: string | null, phone: string | null): ParsedPhone {
  return parsePhone(code ?? (phone ? kernel.settings.of(basic).default_country_code : null), phone)
}

/** The key that finds a contact without an address on import: phone with name, else phone, else name. */
export function findContactBy(cells: Readonly<Record<string, string>>, ctx: Ctx): Record<string, string | null>[] {
  const name = called(cells, null)
  if (name === '') return []
  const { phone_norm } = parseSheetPhone(ctx, cells.country_code || null, cells.phone || null)
  if (phone_norm) return [{ phone_norm, name }, { phone_norm }]
  return [{ name, company: cells.company ?? '', email: null, phone_norm: null }]
}
