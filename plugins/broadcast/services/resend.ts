import { type Ctx, AppError, validationError, NOT_FOUND, sql, message } from 'stoa'
import { truncateText } from '../domain/truncate-text.ts'
import { broadcast } from '../resources/broadcast.ts'

/**
 * Creates a draft for the recipients of a broadcast who did not get it: failed or unknown. The recipients are selected when the new
 * broadcast starts, with their consent at that time.
 * @throws AppError
 */
export async function resendBroadcast(ctx: Ctx, id: number, outcome: 'failed' | 'unknown'): Promise<number> {
  const { kernel } = ctx
  const old = await kernel.resources.get(ctx, broadcast, id, '*')
  const open = await kernel.db.one<{ n: number }>(sql`select count(*)::int as n from broadcast_recipient
    where broadcast_id = ${id} and status = 'abnormal' and (reason = 'unknown') = (${outcome} = 'unknown')`)
  if (!old) throw new AppError(NOT_FOUND)
  if (!open?.n) throw validationError({ which: message('broadcast:error.nothing_to_resend') })
  const { title, channel, topic_id, subject, body, message: sms, sender_name, reply_to, rate_per_min, mind_quiet, tracking } = old
  return kernel.transaction(async (tx) => {
    const newBroadcast = await kernel.resources.createIn(tx, ctx, 'broadcast', {
      title: truncateText(`${title} (${kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, 'broadcast:again')})`, 120),
      channel,
      topic_id,
      subject,
      body,
      message: sms,
      sender_name,
      reply_to,
      rate_per_min,
      mind_quiet,
      tracking,
    })
    await tx.run(sql`update broadcast set resend_of = ${id}, resend_which = ${outcome} where id = ${newBroadcast.id}`)
    return newBroadcast.id
  })
}
