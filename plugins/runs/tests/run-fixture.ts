import { afterEach } from 'vitest'
import { type Ctx, definePlugin, AppError, FORBIDDEN, type Kernel, contributeAll, type Plugin, sql, createStaffCtx, t, message } from 'stoa'
import { suite } from 'stoa/testing'
import type { TestApp } from '../../../tests/support/app.ts'
import { defineRun, RUN_KINDS, type RunKind, RUNS } from '../index.ts'

export const workTables = 'create table t_done (n int not null)'

/** Actions that tests perform during a step, by the number at which they run. */
export const amid = new Map<number, (kernel: Kernel, run: { tell(done: number, total?: number): void }) => Promise<void>>()

/** Writes the numbers from 1 to n, two per step. */
export const COUNT = defineRun({
  name: 'work/count',
  input: { n: t.int() },
  cursor: { last: t.int() },
  needs: 'do work',
  title: (_reader, { n }) => `Count to ${n}`,
  said: (_reader, answer) => [`Counted to ${String(answer.n)}`],
  async step({ kernel }, { tx, input, cursor, tell }) {
    const from = cursor?.last ?? 0
    const last = Math.min(from + 2, input.n)
    await tx.run(sql`insert into t_done select x from generate_series(${from + 1}::int, ${last}::int) x`)
    await amid.get(last)?.(kernel, { tell })
    return last === input.n ? { answer: { n: last }, done: last, total: input.n } : { cursor: { last }, done: last, total: input.n }
  },
})

/** Writes all numbers in one separate transaction. */
export const ALL = defineRun({
  name: 'work/all',
  input: { n: t.int() },
  title: (_reader, { n }) => `All ${n} at once`,
  file: () => ({ name: 'numbers.txt', mime: 'text/plain' }),
  async whole({ kernel }, { id, input: { n }, tell }) {
    await kernel.transaction(async (tx) => {
      for (let i = 1; i <= n; i++) {
        await tx.run(sql`insert into t_done values (${i})`)
        tell(i, n)
        await amid.get(i)?.(kernel, { tell })
      }
    })
    await kernel.get(RUNS).saveBytes(kernel.db, id, chars(`${n}`))
    return { answer: { n } }
  },
})

async function* chars(text: string): AsyncGenerator<Uint8Array> {
  for (const char of text) yield new TextEncoder().encode(char)
}

/** Only one such run can exist at a time, and its step is rejected. */
export const LONE = defineRun({
  name: 'work/lone',
  input: {},
  title: () => 'Alone',
  lone: () => 'x',
  step: () => Promise.reject(new AppError(FORBIDDEN, [message('core:error.too_frequent')])),
})

/** A plugin that contributes the runs of these tests. */
export const work = definePlugin({
  id: 'work',
  requires: ['runs'],
  permissions: ['do work'],
  contributions: contributeAll(RUN_KINDS, { [COUNT.name]: COUNT, [ALL.name]: ALL, [LONE.name]: LONE }),
})

export const numbers = async ({ kernel }: TestApp): Promise<number[]> =>
  (await kernel.db.rows<{ n: number }>(sql`select n from t_done order by n`)).map(({ n }) => n)

/** Makes jobs that wait for a retry due at once. */
export const hurry = ({ kernel }: TestApp) =>
  kernel.db.run(
    sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs where locked_at is null`,
  )

/** A shop with these runs and test helpers; `extra` adds plugins. */
export function workShop(extra: readonly Plugin[] = []) {
  const shop = suite(['runs', 'notes'], { extra: [work, ...extra], tables: workTables })
  afterEach(async () => {
    amid.clear()
    await shop.it.kernel.db.pool.query('truncate t_done, run cascade; delete from graphile_worker._private_jobs')
  })
  return {
    shop,
    /** Creates a member of staff with these permissions: the context to start runs and the API client. */
    async person(rights: string[]) {
      const client = await shop.it.staff(rights)
      const row = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`)
      const ctx = await createStaffCtx(shop.it.kernel, row?.id ?? 0)
      if (!ctx) throw new Error('nobody')
      return { client, ctx, id: row?.id ?? 0 }
    },
    begin: <I>(kind: RunKind<I>, input: I, ctx: Ctx = shop.it.ctx) =>
      shop.it.kernel.transaction((tx) => shop.it.kernel.get(RUNS).begin<I>(tx, ctx, kind, input)),
    state: async (id: number) => (await shop.owner.get(`/api/admin/run/${id}`)).body,
  }
}
