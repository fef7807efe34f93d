import { sql, t } from 'stoa'
import { defineRun } from 'stoa/plugins/runs'
import { BATCH, reindexAll } from './reindex.ts'

/** Rebuilds the search text and the listing index of all products, in id order. */
export const REBUILD = defineRun({
  name: 'catalogue/rebuild',
  input: {},
  cursor: { last: t.id() },
  needs: 'update product',
  lone: () => 'products',
  title: ({ kernel, language }) => kernel.i18n.t(language, 'catalogue:run.rebuild'),
  said: ({ kernel, language }, { products }) => [kernel.i18n.t(language, 'catalogue:run.rebuilt', { count: Number(products) })],
  async step(_ctx, { tx, cursor, done }) {
    const rows = await tx.rows<{ id: number }>(sql`select id from product where id > ${cursor?.last ?? 0} order by id limit ${BATCH}`)
    const last = rows.at(-1)?.id
    if (last === undefined) return { answer: { products: done }, done, total: done }
    await reindexAll(
      tx,
      rows.map(({ id }) => id),
    )
    tx.invalidate('product')
    const all = cursor ? undefined : await tx.one<{ n: number }>(sql`select count(*) as n from product`)
    return { cursor: { last }, done: done + rows.length, ...(all ? { total: all.n } : {}) }
  },
})
