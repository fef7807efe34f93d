import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { f } from '../../../core/fields/f.ts'
import { definePlugin } from '../../../core/plugin/define.ts'
import { defineResource } from '../../../core/resource/define.ts'
import { importRecords } from '../import/import.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { address } from './address.ts'

const part = defineResource({
  name: 't_part',
  match: 'code',
  locked: true,
  fields: { code: f.text({ unique: true }), pieces: f.int({ default: 0 }) },
})

const common =
  "created_at timestamptz not null default now(), updated_at timestamptz not null default now(), ext jsonb not null default '{}'"
const tables = `
  create table t_address (id bigint generated always as identity primary key, code text not null constraint t_address_code_unique unique,
    main boolean not null, note text not null, version int not null default 1, ${common});
  create table t_part (id bigint generated always as identity primary key, code text not null constraint t_part_code_unique unique, pieces int not null, version int not null default 1, ${common});`

let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'sheets'], { extra: [definePlugin({ id: 't_meanwhile', resources: [address, part] })], tables })
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.pool.query('truncate product, category, t_address, t_part, audit_log restart identity cascade')
})

const put = (resource: string, csv: string, o = {}) =>
  importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', ...o })
const mains = () => it.kernel.db.rows(sql`select code from t_address where main`)

/** An invalid last row, so that the import is repeated row by row. */
const odd = '\nZ,not a flag,\n'

test.each([
  ['together', ''],
  ['one by one', odd],
])('a value that another row of the sheet took over is restored by a later row, written %s', async (_title, more) => {
  await put('t_address', 'code,main,note\nA,1,x\nB,0,x\n')
  const answer = await put('t_address', `code,main\nB,1\nA,1\n${more}`)
  expect(answer.data.slice(0, 2).map(({ action }) => action)).toEqual(['change', 'change'])
  expect(await mains()).toEqual([{ code: 'A' }])
})

test('three concurrent imports of the same rows change each row once per sheet', async () => {
  const codes = Array.from({ length: 120 }, (_, n) => `P${n}`)
  const sheet = (list: readonly string[], pieces: number) => `code,pieces\n${list.map((code) => `${code},${pieces}`).join('\n')}\n`
  await put('t_part', sheet(codes, 0))
  const orders = [codes, codes.toReversed(), codes.toSorted()]
  const answers = await Promise.all(orders.map((list, i) => put('t_part', sheet(list, i + 1), { chunk: 50 })))
  expect(answers.map(({ summary }) => summary)).toEqual(orders.map(() => ({ create: 0, change: 120, unchanged: 0, error: 0 })))
  const rows = await it.kernel.db.rows<{ pieces: number; version: number }>(sql`select pieces, version from t_part`)
  expect(rows.filter(({ pieces, version }) => pieces > 0 && version === 4)).toHaveLength(120)
})
