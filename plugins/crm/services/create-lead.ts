import { type Ctx, AppError, INVALID, type Kernel, sql, systemCtx, token, type Tx } from 'stoa'
import { DIRECTORY } from 'stoa/plugins/people'
import type { sources } from '../domain/sources.ts'

/** The person of an enquiry. */
export interface LeadPerson {
  first_name: string
  last_name: string
  email: string | null
  country_code: string | null
  phone: string | null
  company?: string
  job_title?: string
  spoken_language: string | null
  source: (typeof sources)[number]
}

/** Input of a new lead. */
export interface NewLead extends LeadPerson {
  funnel_id: number
  source_detail: string
  /** Title of the lead; when empty, the name of the contact is used. */
  title: string
  /** Text of the enquiry. */
  enquiry?: string
  /** The form submission. Each submission creates at most one lead. */
  form_submission_id?: number
}

/** Service that creates leads from other plugins. */
export interface Leads {
  /**
   * Creates a lead. Finds the contact by its e-mail address or creates it, and assigns the lead to the next owner. Existing data of a
   * contact is not overwritten.
   * @returns the id of the lead
   */
  create(tx: Tx, lead: NewLead): Promise<number>
  /** Finds the contact of a person by e-mail address or creates it. @returns the id of the contact */
  findOrCreateContact(tx: Tx, person: LeadPerson): Promise<number>
}

export const LEADS = token<Leads>('crm/leads')

/** Maximum lengths of the fields, in characters. */
const maxLengths = { name: 100, company: 200, detail: 300, enquiry: 20_000 }

export const leads = (kernel: Kernel): Leads => ({
  async create(tx, { funnel_id, source_detail, title, enquiry = '', form_submission_id, ...person }) {
    const ctx = systemCtx(kernel, 'crm')
    const contact_id = await meet(tx, ctx, person)
    const values = { funnel_id, contact_id, source: person.source, source_detail: cut(source_detail, maxLengths.detail), title }
    const { id } = await kernel.resources.createIn(tx, ctx, 'lead', values)
    // Read-only fields, so the resource input does not accept them.
    if (enquiry !== '' || form_submission_id !== undefined)
      await tx.run(
        sql`update crm_lead set enquiry = ${cut(enquiry, maxLengths.enquiry)}, form_submission_id = ${form_submission_id ?? null} where id = ${id}`,
      )
    return id
  },
  findOrCreateContact: (tx, person) => meet(tx, systemCtx(kernel, 'crm'), person),
})

const cut = (text: string, most: number): string => [...text.trim()].slice(0, most).join('')

async function meet(tx: Tx, ctx: Ctx, { email, ...details }: LeadPerson): Promise<number> {
  const contactInput = {
    ...details,
    email: email === null ? null : email.trim().normalize('NFC').toLowerCase(),
    first_name: cut(details.first_name, maxLengths.name),
    last_name: cut(details.last_name, maxLengths.name),
    company: cut(details.company ?? '', maxLengths.company),
    job_title: cut(details.job_title ?? '', maxLengths.name),
  }
  return (await findExistingContact(tx, ctx, contactInput)) ?? make(tx, ctx, contactInput)
}

/**
 * Finds the contact by any e-mail address of its person. A phone number alone does not identify a contact; staff see possible duplicates
 * instead. The person row is locked, so that two enquiries from one address at the same time create one contact.
 */
async function findExistingContact(tx: Tx, { kernel }: Ctx, contactInput: LeadPerson): Promise<number | undefined> {
  if (!contactInput.email) return undefined
  const person = await kernel.get(DIRECTORY).findOrCreatePerson(tx, { ...contactInput, email: contactInput.email })
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('crm contact of person', ${person}))`)
  const found = await tx.one<{ id: number }>(
    sql`select id from crm_contact where (email = ${contactInput.email} or person_id = ${person}) and merged_into_id is null order by email = ${contactInput.email} desc nulls last limit 1`,
  )
  return found?.id
}

/** Creates a contact from the input. Values that do not fit a field are dropped; they are part of the enquiry text. */
async function make(tx: Tx, ctx: Ctx, person: LeadPerson): Promise<number> {
  const { resources } = ctx.kernel
  try {
    return (await resources.createIn(tx, ctx, 'contact', { ...person })).id
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== INVALID || Array.isArray(error.messages)) throw error
    const wrong = Object.keys(error.messages)
    const fitting = Object.fromEntries(
      Object.entries(person).filter(([name]) => !wrong.includes(name) && !(wrong.includes('phone') && name === 'country_code')),
    )
    const named = ['first_name', 'last_name', 'company', 'email', 'phone'].some((name) => fitting[name])
    return (await resources.createIn(tx, ctx, 'contact', { ...fitting, ...(named ? {} : { first_name: '?' }) })).id
  }
}
