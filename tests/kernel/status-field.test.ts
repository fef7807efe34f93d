import { expect, test } from 'vitest'
import { suite } from '../support/suite.ts'

const shop = suite(['repair'])

interface DescribedField {
  name: string
  widget: string
}

test('the state field is shown as a status everywhere without configuration', async () => {
  const { resources } = (await shop.owner.get('/api/admin/manifest')).body
  const { columns, filters } = resources.repair
  const { groups } = (await shop.owner.get('/api/admin/manifest/repair')).body
  const widgets = [columns, filters, groups.flatMap((group: { fields: DescribedField[] }) => group.fields)].map(
    (list: DescribedField[]) => list.find(({ name }) => name === 'status')?.widget,
  )
  expect(widgets).toEqual(['status', 'status', 'status'])
})
