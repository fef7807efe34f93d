import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutOf } from '../../plugins/sheets/index.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** What every resource owes to sheets. */
let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

test('whatever can be imported has columns by which its rows are found again', () => {
  const { registry } = it.kernel
  const lacking = [...registry.resources.values()]
    .filter((r) => r.verbs.includes('import'))
    .filter((r) => {
      const { head } = layoutOf(registry, r, 'en-US')
      return head.key.length === 0 || !head.key.every((f) => head.columns.some((c) => c.field === f))
    })
  expect(lacking.map((r) => r.name)).toEqual([])
})
