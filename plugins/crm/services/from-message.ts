import type { Ctx } from 'stoa'
import { MESSAGES } from 'stoa/plugins/content'
import { LEADS } from './create-lead.ts'

/** Finds or creates the contact of a message from the contact page. */
export async function createLeadFromMessage({ kernel }: Ctx, messageId: number): Promise<void> {
  await kernel.transaction(async (tx) => {
    const message = await kernel.find(MESSAGES)?.findMessage(tx, messageId)
    if (!message) return
    const { name: first_name, email } = message
    const person = { first_name, last_name: '', email, country_code: null, phone: null, spoken_language: null }
    await kernel.get(LEADS).findOrCreateContact(tx, { ...person, source: 'website' })
  })
}

/** Processes the messages that arrived while this plugin was disabled. */
export async function catchUpMessages(ctx: Ctx, since: Date): Promise<void> {
  for (const id of (await ctx.kernel.find(MESSAGES)?.since(ctx.kernel.db, since)) ?? []) await createLeadFromMessage(ctx, id)
}
