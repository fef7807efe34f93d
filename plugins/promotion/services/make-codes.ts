import { sql, t } from 'stoa'
import { defineRun } from 'stoa/plugins/runs'
import { createCode } from './new-code.ts'
import { coupon } from '../resources/coupon.ts'

/** Maximum number of codes in one run. */
export const MOST_CODES = 100_000
const BATCH = 500

/** Background job that generates random codes in batches. A code that exists already is generated again, so the count is exact. */
export const MAKE_CODES = defineRun({
  name: 'promotion/make-codes',
  input: {
    promotion_id: t.id(),
    count: t.int(),
    beginning: t.text(),
    letters: t.int(),
    usage_limit: t.maybe(t.int()),
    ends_at: t.maybe(t.text()),
  },
  cursor: { made: t.int() },
  needs: 'create coupon',
  title: ({ kernel, language }) => kernel.i18n.t(language, 'promotion:run.codes'),
  said: ({ kernel, language }, { made }) => [kernel.i18n.t(language, 'promotion:run.made', { count: Number(made) })],
  async step(_ctx, { tx, input, cursor, done }) {
    const { promotion_id, count, beginning, letters, usage_limit, ends_at } = input
    const requested = Math.min(BATCH, count - (cursor?.made ?? 0))
    if (requested <= 0) return { answer: { made: done }, done, total: count }
    const codes = Array.from({ length: requested }, () => createCode(beginning, letters))
    const rows = codes.map((code) => ({ code }))
    const made = await tx.run(sql`${tx.insertAllSql(coupon, rows, { promotion_id, usage_limit, ends_at })} on conflict (code) do nothing`)
    return { cursor: { made: (cursor?.made ?? 0) + made }, done: done + made, total: count }
  },
})
