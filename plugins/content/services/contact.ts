import type { FastifyRequest } from 'fastify'
import { type Ctx, type Db, rateLimit, sendEmail, getNetwork, sql, token } from 'stoa'
import { contact } from '../settings.ts'
import { ATTRIBUTION } from './attribution.ts'
import { contactMessage } from '../resources/contact-message.ts'

/** What somebody writes on the contact page. */
export interface Message {
  name: string
  email: string
  subject: string
  message: string
}

/** What was written on the contact page, for those who do something with it. */
export interface Messages {
  /** A message; undefined once it is gone. */
  told(db: Db, id: number): Promise<Message | undefined>
  /** What was written since a moment: for plugins that were away meanwhile. */
  since(db: Db, since: Date): Promise<number[]>
}

export const MESSAGES = token<Messages>('content/messages')

export const messages: Messages = {
  told: (db, id) => db.one<Message>(sql`select name, email, subject, message from contact_message where id = ${id}`),
  since: async (db, since) =>
    (await db.rows<{ id: number }>(sql`select id from contact_message where created_at >= ${since.toISOString()} order by id`)).map(
      ({ id }) => id,
    ),
}

/** Keeps a message, tells the shop by mail, and counts it for the landing page that brought its writer. */
export async function receive(ctx: Ctx, message: Message, request: FastifyRequest): Promise<void> {
  const { kernel } = ctx
  await rateLimit(kernel.db, `contact ${getNetwork(request.ip)}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
  const { notify_email: to } = kernel.settings.of(contact)
  const say = (key: string, params: Record<string, unknown>) => kernel.i18n.t(ctx.mainLanguage, `content:mail.${key}`, params)
  await kernel.transaction(async (tx) => {
    const id = await tx.insert(contactMessage, {
      name: message.name,
      email: message.email,
      subject: message.subject,
      message: message.message,
    })
    tx.emit('contact.received', { messageId: id })
    await kernel.get(ATTRIBUTION).transfer(tx, request.cookies, 'contact', id)
    if (!to) return
    const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin/contact-message/${id}`
    await sendEmail(tx, { to, subject: say('contact_subject', { ...message }), text: say('contact_text', { ...message, link }) })
  })
}
