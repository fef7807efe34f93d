import { type Kernel, sql, systemCtx, token, type Tx } from '#core'
import type { sources } from '../domain/sources.ts'

/** Somebody who asked for something. */
export interface NewLead {
  funnel_id: number
  first_name: string
  last_name: string
  email: string | null
  country_code: string | null
  phone: string | null
  spoken_language: string | null
  source: (typeof sources)[number]
  source_detail: string
  /** What it is called; the name of the contact when empty. */
  title: string
}

/** Leads that come in by themselves. */
export interface Leads {
  /**
   * Makes a lead of somebody: their contact is found by the address or made, and the lead goes to whose turn it is. What is known of
   * a contact is not overwritten by what somebody typed. @returns the lead's id
   */
  take(tx: Tx, lead: NewLead): Promise<number>
}

export const LEADS = token<Leads>('crm/leads')

export const leads = (kernel: Kernel): Leads => ({
  async take(tx, { funnel_id, source, source_detail, title, ...who }) {
    const ctx = systemCtx(kernel, 'crm')
    const contact_id = (await knownAs(tx, who.email)) ?? (await kernel.resources.createIn(tx, ctx, 'contact', { ...who, source })).id
    return (await kernel.resources.createIn(tx, ctx, 'lead', { funnel_id, contact_id, source, source_detail, title })).id
  },
})

/** The contact with an address. A number alone says too little: staff are shown who has it too. */
async function knownAs(tx: Tx, email: string | null): Promise<number | undefined> {
  if (!email) return undefined
  const found = await tx.one<{ id: number }>(
    sql`select id from crm_contact where email = ${email.trim().normalize('NFC').toLowerCase()} and merged_into_id is null`,
  )
  return found?.id
}
