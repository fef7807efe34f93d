import { type Ctx, defineJob, sendEmail, sql, t, type JobPayload } from 'stoa'

/** E-mails the customer that a repair is done. */
export const DONE = defineJob({
  name: 'repair/done',
  payload: { repair_id: t.id() },
  key: ({ repair_id }) => `repair done ${repair_id}`,
})

/** One statement marks the row and reads it, so a second run of the job sends nothing. */
export async function tellDone({ repair_id }: JobPayload<typeof DONE>, { kernel, mainLanguage }: Ctx): Promise<void> {
  await kernel.transaction(async (tx) => {
    const row = await tx.one<{ name: string; email: string; price: string }>(sql`
      update repair set told_at = now() where id = ${repair_id} and told_at is null
      returning name, email, (price_minor / 100.0)::numeric(14, 2)::text as price`)
    if (!row) return
    const say = (part: string) => kernel.i18n.t(mainLanguage, `repair:mail.${part}`, row)
    await sendEmail(tx, { to: row.email, subject: say('subject'), text: say('text') })
  })
}
