import { type Ctx, sql, t } from 'stoa'
import { defineRun, RUNS } from 'stoa/plugins/runs'

/** Under `contributions`: `contribute(RUN_KINDS, RECOUNT.name, RECOUNT)`, with `after: ['runs']`. */
export const RECOUNT = defineRun({
  name: 'pieces/recount',
  input: { from: t.id() },
  cursor: { last: t.id() },
  needs: 'update repair',
  title: ({ kernel, language }) => kernel.i18n.t(language, 'pieces:run.recount'),
  async step(_ctx, { tx, input, cursor, done }) {
    const rows = await tx.rows<{ id: number }>(
      sql`select id from repair where id >= ${input.from} and id > ${cursor?.last ?? 0} order by id limit 500`,
    )
    const last = rows.at(-1)?.id
    if (last === undefined) return { answer: {}, done }
    await tx.run(sql`update repair set updated_at = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`)
    return { cursor: { last }, done: done + rows.length }
  },
})

/** Starts the run when the transaction commits. The actor of `ctx` sees its progress, can stop it, and is notified when it ends. */
export const recount = (ctx: Ctx, from: number): Promise<number> =>
  ctx.kernel.transaction((tx) => ctx.kernel.get(RUNS).begin(tx, ctx, RECOUNT, { from }))
