import { beforeAll, expect, test, vi } from 'vitest'
import { systemCtx } from 'stoa'
import { suite } from 'stoa/testing'
import { exportBalances } from '../services/export-balances.ts'
import { createLeaveFixture } from './fixture.ts'

const shop = suite(['leave'])
const leave = createLeaveFixture(shop)
beforeAll(() => leave.enable())

test('balances are exported by lot with the days left, with as many statements for many employees as for one', async () => {
  const { kernel } = shop.it
  const year = new Date().getUTCFullYear()
  const valid = [`${year}-01-01`, `${year + 1}-12-31`] as const
  const type = await leave.type({ code: 'travel' })
  const read = async () => {
    const spy = vi.spyOn(kernel.db, 'rows')
    const rows: Record<string, unknown>[] = []
    for await (const row of exportBalances(systemCtx(kernel, 'leave'))) rows.push(row)
    const statements = spy.mock.calls.length
    spy.mockRestore()
    return { rows, statements }
  }
  const first = await leave.hire({ staff_no: 'X-1' })
  await leave.grant(first.id, type.id, '5', ...valid)
  await leave.grant(first.id, type.id, '-2', valid[0])
  const one = await read()
  expect(one.rows).toMatchObject([{ employee: 'X-1', type: 'travel', days: '3', valid_from: valid[0], valid_to: valid[1], note: '' }])
  for (const staff_no of ['X-2', 'X-3', 'X-4']) await leave.grant((await leave.hire({ staff_no })).id, type.id, '1.5', ...valid)
  // Lots that have ended are left out.
  await leave.grant(first.id, type.id, '9', '2020-01-01', '2020-12-31')
  const many = await read()
  expect(many.rows.map(({ employee, days }) => [employee, days])).toEqual([
    ['X-1', '3'],
    ['X-2', '1.5'],
    ['X-3', '1.5'],
    ['X-4', '1.5'],
  ])
  expect(many.statements).toBe(one.statements)
})
