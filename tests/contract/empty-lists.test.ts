import { expect, test } from 'vitest'
import { suite } from '../support/suite.ts'

const shop = suite()

test('every list has an empty state that explains it and the next step', async () => {
  const { body } = await shop.owner.get('/api/admin/manifest')
  const lists = Object.entries<{ columns: unknown[]; empty: string }>(body.resources).filter(([, { columns }]) => columns.length > 0)
  expect(lists.length).toBeGreaterThan(50)
  expect(lists.filter(([, { empty }]) => empty === '').map(([name]) => name)).toEqual([])
})
