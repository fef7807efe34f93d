import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter, Page, ResourceInfo, Row } from 'stoa/api-types'
import { getField, getKind, withoutField } from './filters.ts'
import { asTree, getTree, treePage } from './tree.ts'

/** Rows in a tree, and filters on their fields. */
const row = (id: number, parent: number | null): Row => ({ id, parent_id: parent }) as Row
const renderTree = ({ rows, depths }: ReturnType<typeof getTree>) => rows.map(({ id }) => `${'-'.repeat(depths.get(id) ?? 0)}${id}`)

test('rows are listed under their parents in order, and at the top without an existing parent', () => {
  expect(renderTree(getTree([row(3, 1), row(1, null), row(2, 3), row(5, 99), row(4, 1)], 'parent_id'))).toEqual([
    '1',
    '-3',
    '--2',
    '-4',
    '5',
  ])
  expect(renderTree(getTree([], 'parent_id'))).toEqual([])
})

test('each row of a tree is listed once, deeper than its parent and after it', () => {
  const rows = fc
    .array(fc.nat({ max: 20 }), { maxLength: 20 })
    .map((parents) => parents.map((p, i) => row(i + 1, p <= i ? p || null : null)))
  fc.assert(
    fc.property(rows, (treeRows) => {
      const tree = getTree(treeRows.toReversed(), 'parent_id')
      expect(tree.rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(treeRows.map(({ id }) => id))
      for (const treeRow of treeRows) {
        const above = treeRow['parent_id'] as number | null
        if (above === null) expect(tree.depths.get(treeRow.id)).toBe(0)
        else expect(tree.depths.get(treeRow.id)).toBe((tree.depths.get(above) ?? -9) + 1)
      }
    }),
  )
})

test('a tree is shown when all rows are on the page, without search, filter or manual sorting', () => {
  const page = (total: number) => ({ total, data: [row(1, null)] }) as unknown as Page
  expect([treePage(page(1), 'parent_id') !== undefined, treePage(page(2), 'parent_id'), treePage(undefined, 'parent_id')]).toEqual([
    true,
    undefined,
    undefined,
  ])
  const resource = { tree: 'parent_id', defaultSort: 'order' } as ResourceInfo
  const state = { q: '', filters: {}, sort: 'order', page: 1, limit: 10, view: 0, as: 'list' as const }
  expect(asTree(resource, state)).toBe(true)
  expect(asTree(resource, { ...state, q: 'x' })).toBe(false)
  expect(asTree(resource, { ...state, filters: { a: '1' } })).toBe(false)
  expect(asTree(resource, { ...state, sort: '-order' })).toBe(false)
  expect(asTree({ defaultSort: 'order' } as ResourceInfo, state)).toBe(false)
})

test('removing a filter removes all conditions of its field, and none of a field with the same prefix', () => {
  const filters = { price__gte: '1', price__lte: '9', price_note: 'x', status: 'open' }
  expect(withoutField(filters, 'price')).toEqual({ price_note: 'x', status: 'open' })
  expect(withoutField(filters, 'pric')).toEqual(filters)
  expect([getField('price__gte'), getField('price'), getField('')]).toEqual(['price', 'price', ''])
})

test('the editor of a filter follows from its field type and options', () => {
  const kind = (widget: string, more: Partial<Filter> = {}) => getKind({ name: 'a', label: 'A', widget, ...more } as Filter)
  expect([kind('switch'), kind('date'), kind('instant'), kind('money'), kind('country'), kind('rich')]).toEqual([
    'flag',
    'day',
    'day',
    'number',
    'country',
    'text',
  ])
  expect([kind('pick'), kind('status', { options: [] }), kind('one'), kind('many', { to: 'brand' })]).toEqual([
    'text',
    'choice',
    'text',
    'relation',
  ])
})
