import { type Ctx, AppError, INVALID, type Kernel, sql, systemCtx, token, type Tx } from 'stoa'
import { DIRECTORY } from 'stoa/plugins/people'
import type { sources } from '../domain/sources.ts'

/** Somebody who wrote to the business. */
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

/** Somebody who asked for something. */
export interface NewLead extends LeadPerson {
  funnel_id: number
  source_detail: string
  /** What it is called; the name of the contact when empty. */
  title: string
  /** What they wrote. */
  enquiry?: string
  /** What they sent by a form; one lead comes of it. */
  form_submission_id?: number
}

/** Leads that come in by themselves. */
export interface Leads {
  /**
   * Makes a lead of somebody: their contact is found by the address or made, and the lead goes to whose turn it is. What is known of
   * a contact is not overwritten by what somebody typed. @returns the lead's id
   */
  create(tx: Tx, lead: NewLead): Promise<number>
  /** The contact of somebody, found by the address or made. @returns its id */
  findOrCreateContact(tx: Tx, somebody: LeadPerson): Promise<number>
}

export const LEADS = token<Leads>('crm/leads')

/** Letters a contact and a lead have room for. */
const room = { name: 100, company: 200, detail: 300, enquiry: 20_000 }

export const leads = (kernel: Kernel): Leads => ({
  async create(tx, { funnel_id, source_detail, title, enquiry = '', form_submission_id, ...who }) {
    const ctx = systemCtx(kernel, 'crm')
    const contact_id = await meet(tx, ctx, who)
    const values = { funnel_id, contact_id, source: who.source, source_detail: cut(source_detail, room.detail), title }
    const { id } = await kernel.resources.createIn(tx, ctx, 'lead', values)
    // Nobody writes these by hand, so no input takes them.
    if (enquiry !== '' || form_submission_id !== undefined)
      await tx.run(
        sql`update crm_lead set enquiry = ${cut(enquiry, room.enquiry)}, form_submission_id = ${form_submission_id ?? null} where id = ${id}`,
      )
    return id
  },
  findOrCreateContact: (tx, somebody) => meet(tx, systemCtx(kernel, 'crm'), somebody),
})

const cut = (text: string, most: number): string => [...text.trim()].slice(0, most).join('')

async function meet(tx: Tx, ctx: Ctx, { email, ...told }: LeadPerson): Promise<number> {
  const who = {
    ...told,
    email: email === null ? null : email.trim().normalize('NFC').toLowerCase(),
    first_name: cut(told.first_name, room.name),
    last_name: cut(told.last_name, room.name),
    company: cut(told.company ?? '', room.company),
    job_title: cut(told.job_title ?? '', room.name),
  }
  return (await knownAs(tx, ctx, who)) ?? make(tx, ctx, who)
}

/**
 * The contact behind an address, by whatever other address it has. A number alone says too little: staff are shown who has it too.
 * It is held by the person, so that two who write at once from one address are one contact.
 */
async function knownAs(tx: Tx, { kernel }: Ctx, who: LeadPerson): Promise<number | undefined> {
  if (!who.email) return undefined
  const person = await kernel.get(DIRECTORY).remember(tx, { ...who, email: who.email })
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('crm contact of person', ${person}))`)
  const found = await tx.one<{ id: number }>(
    sql`select id from crm_contact where (email = ${who.email} or person_id = ${person}) and merged_into_id is null order by email = ${who.email} desc nulls last limit 1`,
  )
  return found?.id
}

/** Makes a contact of what somebody typed. What no contact can hold is left out: it stands in what they wrote. */
async function make(tx: Tx, ctx: Ctx, who: LeadPerson): Promise<number> {
  const { resources } = ctx.kernel
  try {
    return (await resources.createIn(tx, ctx, 'contact', { ...who })).id
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== INVALID || Array.isArray(error.messages)) throw error
    const wrong = Object.keys(error.messages)
    const fitting = Object.fromEntries(
      Object.entries(who).filter(([name]) => !wrong.includes(name) && !(wrong.includes('phone') && name === 'country_code')),
    )
    const named = ['first_name', 'last_name', 'company', 'email', 'phone'].some((name) => fitting[name])
    return (await resources.createIn(tx, ctx, 'contact', { ...fitting, ...(named ? {} : { first_name: '?' }) })).id
  }
}
