import type { FastifyRequest } from 'fastify'
import { type Ctx, type Db, rateLimit, sendEmail, getNetwork, sql, token } from 'stoa'
import { contact } from '../settings.ts'
import { ATTRIBUTION } from './attribution.ts'
import { contactMessage } from '../resources/contact-message.ts'

/** A message from the contact page. */
export interface Message {
  name: string
  email: string
  subject: string
  message: string
}

/** Service for other plugins that process contact messages. */
export interface Messages {
  /** A message; undefined when it is deleted. */
  findMessage(db: Db, id: number): Promise<Message | undefined>
  /** Messages since a point in time, for plugins that were disabled meanwhile. */
  since(db: Db, since: Date): Promise<number[]>
}

export const MESSAGES = token<Messages>('content/messages')

export const messages: Messages = {
  findMessage: (db, id) => db.one<Message>(sql`select name, email, subject, message from contact_message where id = ${id}`),
  since: async (db, since) =>
    (await db.rows<{ id: number }>(sql`select id from contact_message where created_at >= ${since.toISOString()} order by id`)).map(
      ({ id }) => id,
    ),
}

/** Stores a message, notifies the shop by e-mail, and counts the conversion of the visitor's landing page. */
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
