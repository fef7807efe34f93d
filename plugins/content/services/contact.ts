import type { FastifyRequest } from 'fastify'
import { type Ctx, rateLimit, sendMail, sourceOf, sql } from '#core'
import { contact } from '../settings.ts'
import { ATTRIBUTION } from './attribution.ts'

/** What somebody writes on the contact page. */
export interface Message {
  name: string
  email: string
  subject: string
  message: string
}

/** Keeps a message, tells the shop by mail, and counts it for the landing page that brought its writer. */
export async function receive(ctx: Ctx, message: Message, request: FastifyRequest): Promise<void> {
  const { kernel } = ctx
  await rateLimit(kernel.db, `contact ${sourceOf(request.ip)}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
  const { notify_email: to } = kernel.settings.of(contact)
  const say = (key: string, params: Record<string, unknown>) => kernel.i18n.t(ctx.main, `content:mail.${key}`, params)
  await kernel.work(async (tx) => {
    const row = await tx.one<{ id: number }>(sql`insert into contact_message (name, email, subject, message)
      values (${message.name}, ${message.email}, ${message.subject}, ${message.message}) returning id`)
    const id = row?.id ?? 0
    tx.touch('contact_message')
    tx.emit('contact.received', { messageId: id })
    await kernel.get(ATTRIBUTION).transfer(tx, request.cookies, 'contact', id)
    if (!to) return
    const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin/contact-message/${id}`
    await sendMail(tx, { to, subject: say('contact_subject', { ...message }), text: say('contact_text', { ...message, link }) })
  })
}
