import { expect, test } from 'vitest'
import { defineResource, definePlugin, defineSettings, extendResource, f, ownRows, type Plugin, sql } from '#core'
import { Registry } from '../../core/plugin/registry.ts'

const cup = defineResource({
  name: 'cup',
  fields: { title: f.text() },
  actions: { fill: { run: () => {} } },
  sheet: { columns: [{ name: 'shape' }] },
  columns: { age: { field: f.int({ list: true }), read: () => sql`0` } },
})
const owner = definePlugin({ id: 'owner', resources: [cup] })
const guest = (extend: Plugin['extend'], more: Partial<Plugin> = {}) =>
  definePlugin({ id: 'visitor', requires: ['owner'], ...more, ...(extend ? { extend } : {}) })
const start = (plugin: Plugin) => new Registry([owner, plugin])

test.each([
  ['a resource nobody declares', guest([extendResource('cups', {})])],
  ['a field that is there', guest([extendResource('cup', { fields: { title: f.text() } })])],
  ['an action that is there', guest([extendResource('cup', { actions: { fill: { run: () => {} } } })])],
  ['a list column called as a field', guest([extendResource('cup', { columns: { title: { field: f.text(), read: () => sql`''` } } })])],
  ['a list column that is there', guest([extendResource('cup', { columns: { age: { field: f.int(), read: () => sql`1` } } })])],
  ['a sheet column that is there', guest([extendResource('cup', { sheet: { columns: [{ name: 'shape' }] } })])],
  [
    'a field for the store of what the store does not show',
    guest([extendResource('cup', { fields: { hue: f.text({ default: '' }) }, show: ['hue'] })]),
  ],
  [
    'all rows for a permission nobody declares',
    guest(undefined, {
      resources: [
        defineResource({ name: 'mug', fields: { title: f.text(), by_id: f.int() }, scope: ownRows('by_id', { all: 'see mugs' }) }),
      ],
    }),
  ],
])('%s stops the start with the name of the plugin', (_what, plugin) => {
  expect(() => start(plugin)).toThrow(/visitor/)
})

test('an address that leaves open which secrets are sent there, or names none of them, stops the start with both', () => {
  const start = (guards?: readonly string[]) => () =>
    new Registry([
      definePlugin({
        id: 'shop',
        resources: [
          defineResource({ name: 'door', fields: { title: f.text(), key: f.maybe(f.sealed()), place: f.url(guards ? { guards } : {}) } }),
        ],
      }),
    ])
  expect(start()).toThrow(/door.*place.*key/)
  expect(start(['title'])).toThrow(/place.*title/)
  expect(start(['keys'])).toThrow(/place.*keys/)
  expect(start(['key'])).not.toThrow()
  expect(start([])).not.toThrow()
  const group = defineSettings({ group: 'door', fields: { key: f.maybe(f.sealed()), place: f.url() } })
  expect(() => new Registry([definePlugin({ id: 'shop', settings: [group] })])).toThrow(/door.*place.*key/)
})

test('a column of the list alone is not searched or filtered, and is sorted by a field that can be', () => {
  const mug = (column: object) => () =>
    start(guest([extendResource('cup', { columns: { hue: { field: f.text(), read: () => sql`''`, ...column } } })]))
  expect(mug({ field: f.text({ filter: true }) })).toThrow(/cup.*hue/)
  expect(mug({ sortBy: 'title' })).toThrow(/cup.*title/)
  expect(mug({})).not.toThrow()
})

test('a tab with an unknown group, and a scope over no field, stop the start with the place', () => {
  expect(() => start(guest([extendResource('cup', { tabs: { more: ['nowhere'] } })]))).toThrow(/cup.*nowhere/)
  const mug = defineResource({ name: 'mug', fields: { title: f.text() }, scope: ownRows('by_id') })
  expect(() => start(guest(undefined, { resources: [mug] }))).toThrow(/mug.*by_id/)
})
