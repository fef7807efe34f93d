import { expect, test } from 'vitest'
import type { Rights } from 'stoa/api-types'
import { getColumns, difference, getGroups, inColumn, inWords, lacksView } from './rights.ts'

const right = (name: string, action: string, resource: string, label: string, resourceLabel: string) => ({
  name,
  action,
  resource,
  label,
  resourceLabel,
})

const rights: Rights = {
  data: [
    {
      group: 'catalogue',
      groupLabel: 'Catalogue',
      entries: [
        right('get product', 'get', 'product', 'View', 'Products'),
        right('batch update product', 'batch update', 'product', 'Bulk edit', 'Products'),
        right('get brand', 'get', 'brand', 'View', 'Brands'),
      ],
    },
    {
      group: 'orders',
      groupLabel: 'Orders',
      entries: [right('ship order', 'ship', 'order', 'Ship', 'Orders'), right('get order', 'get', 'order', 'View', 'Orders')],
    },
  ],
  presets: [],
  special: [],
}

test('each resource is one row, with columns for common actions and labels for its own', () => {
  const [catalogue, orders] = getGroups(rights, '')
  expect(catalogue?.rows.map((row) => [row.resource, row.names.length])).toEqual([
    ['product', 2],
    ['brand', 1],
  ])
  expect(getColumns(catalogue?.rows ?? [])).toEqual([
    { action: 'get', label: 'View' },
    { action: 'batch update', label: 'Bulk edit' },
  ])
  expect(orders?.rows[0]?.others.map((right) => right.name)).toEqual(['ship order'])
})

test('a search finds resources by their names and actions', () => {
  expect(getGroups(rights, 'ship').map((group) => group.name)).toEqual(['orders'])
  expect(getGroups(rights, 'brand').flatMap((group) => group.rows.map((row) => row.resource))).toEqual(['brand'])
  expect(getGroups(rights, 'nothing')).toEqual([])
})

test('a permission without view permission is detected', () => {
  const row = getGroups(rights, 'product')[0]?.rows[0]
  if (!row) throw new Error('no row')
  expect(lacksView(row, new Set(['batch update product']))).toBe(true)
  expect(lacksView(row, new Set(['batch update product', 'get product']))).toBe(false)
  expect(lacksView(row, new Set())).toBe(false)
})

test('two roles are compared both ways', () => {
  expect(difference(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({ more: ['a'], fewer: ['c'] })
})

test('a column has the most common label of its rows, and a row with another label shows its own', () => {
  const entries = [
    right('update inventory', 'update', 'inventory', 'Adjust and transfer', 'Stock on hand'),
    right('update supplier', 'update', 'supplier', 'Edit', 'Suppliers'),
    right('update warehouse', 'update', 'warehouse', 'Edit', 'Warehouses'),
    right('pay supplier', 'pay', 'supplier', 'Pay', 'Suppliers'),
  ]
  const rows = getGroups({ data: [{ group: 'g', groupLabel: 'G', entries }], presets: [], special: [] }, '')[0]?.rows ?? []
  const columns = getColumns(rows)
  expect(columns).toEqual([{ action: 'update', label: 'Edit' }])
  const summary = rows.map((row) => [columns.map((column) => inColumn(row, column)?.name), inWords(row, columns).map(({ name }) => name)])
  expect(summary).toEqual([
    [[undefined], ['update inventory']],
    [['update supplier'], ['pay supplier']],
    [['update warehouse'], []],
  ])
})
