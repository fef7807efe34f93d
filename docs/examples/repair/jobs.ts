import { type Ctx, defineJob, sendMail, sql, t, type Told } from 'stoa'

/** Tells the customer that a repair is done. */
export const DONE = defineJob({
  name: 'repair/done',
  payload: { repair_id: t.id() },
  key: ({ repair_id }) => `repair done ${repair_id}`,
})

/** The same statement marks and reads: a second turn finds that it was told. */
export async function tellDone({ repair_id }: Told<typeof DONE>, { kernel, main }: Ctx): Promise<void> {
  await kernel.work(async (tx) => {
    const row = await tx.one<{ name: string; email: string; price: string }>(sql`
      update repair set told_at = now() where id = ${repair_id} and told_at is null
      returning name, email, (price_minor / 100.0)::numeric(14, 2)::text as price`)
    if (!row) return
    const say = (part: string) => kernel.i18n.t(main, `repair:mail.${part}`, row)
    await sendMail(tx, { to: row.email, subject: say('subject'), text: say('text') })
  })
}
