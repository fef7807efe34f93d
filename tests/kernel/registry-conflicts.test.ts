import { expect, test } from 'vitest'
import { defineResource, definePlugin, defineSettings, extendResource, f, type Fields, ownRowsScope, type Plugin, sql, t } from 'stoa'
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
        defineResource({ name: 'mug', fields: { title: f.text(), by_id: f.int() }, scope: ownRowsScope('by_id', { all: 'see mugs' }) }),
      ],
    }),
  ],
])('%s stops the start with the name of the plugin', (_title, plugin) => {
  expect(() => start(plugin)).toThrow(/visitor/)
})

const plate = defineResource({
  name: 'plate',
  fields: { title: f.text() },
  publicView: { page: t.object({ id: t.id(), price: t.money(), maker_name: t.text() }) },
})
const dishes = definePlugin({ id: 'owner', resources: [cup, plate] })

test.each([
  ['a secret', { field: f.maybe(f.sealed()) }, /secret/],
  ['a private file', { field: f.maybe(f.privateFile()) }, /private/],
  ['what needs a permission of its own', { field: f.text({ default: '', needs: 'see cups' }) }, /permission/],
  ['child rows', { field: f.rows(cup, { by: 'title' }) }, /child rows/],
])('%s cannot be shown in the store: the start stops with plugin and field', (_title, fields, expected) => {
  const show = () => new Registry([dishes, guest([extendResource('plate', { fields, show: ['field'] })])])
  expect(show).toThrow(/visitor.*field/)
  expect(show).toThrow(expected)
})

test.each([
  ['a member the answer has', { price: f.maybe(f.money()) }, ['price']],
  ['the name of a relation the answer has', { maker_id: f.maybe(f.one('cup')) }, ['maker_id']],
  ['the list of shown fields', { fields: f.text({ default: '' }) }, ['fields']],
])('a contributed field cannot replace %s', (_title, fields, show) => {
  const start = () => new Registry([dishes, guest([extendResource('plate', { fields: fields as Fields, show })])])
  expect(start).toThrow(/visitor.*member/)
})

test('a field can be shown on cards only where the resource has cards', () => {
  const start = (cards: string[]) => () =>
    new Registry([
      dishes,
      guest([extendResource('plate', { fields: { hue: f.text({ default: '' }) }, show: ['hue'], cards: cards as 'hue'[] })]),
    ])
  expect(start(['hue'])).toThrow(/visitor.*hue.*card/)
  expect(start([])).not.toThrow()
})

test("a resource's own field that only staff may read cannot be shown either", () => {
  const mug = defineResource({
    name: 'mug',
    fields: { title: f.text({ needs: 'see mugs' }) },
    store: { path: '/mug', by: 'id' as never, show: ['title'] },
  })
  expect(() => new Registry([definePlugin({ id: 'owner', resources: [mug], permissions: ['see mugs'] })])).toThrow(/title/)
})

test('a URL field that does not name the secrets it guards, or names none, stops the start with both', () => {
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

test('a list-only column cannot be searched or filtered, and sorts only by a sortable field', () => {
  const mug = (column: object) => () =>
    start(guest([extendResource('cup', { columns: { hue: { field: f.text(), read: () => sql`''`, ...column } } })]))
  expect(mug({ field: f.text({ filter: true }) })).toThrow(/cup.*hue/)
  expect(mug({ sortBy: 'title' })).toThrow(/cup.*title/)
  expect(mug({})).not.toThrow()
})

test('a tab with an unknown group and a scope on an unknown field stop the start with the place', () => {
  expect(() => start(guest([extendResource('cup', { tabs: { more: ['nowhere'] } })]))).toThrow(/cup.*nowhere/)
  const mug = defineResource({ name: 'mug', fields: { title: f.text() }, scope: ownRowsScope('by_id') })
  expect(() => start(guest(undefined, { resources: [mug] }))).toThrow(/mug.*by_id/)
})

test('a store page may replace that of a required plugin; one of any other plugin stops the start', () => {
  const page = (path: string, screen: string) => ({ screens: [{ path, screen }] })
  const shop = definePlugin({ id: 'shop', store: page('/cup/$url', 'shop/cup') })
  const look = (more: Partial<Plugin>, path = '/cup/$name') => definePlugin({ id: 'theme', store: page(path, 'theme/cup'), ...more })
  const pages = (...plugins: Plugin[]) => new Registry(plugins).storeScreens.map(({ path, screen }) => `${path} ${screen}`)
  expect(pages(shop, look({ requires: ['shop'] }))).toEqual(['/cup/$name theme/cup'])
  expect(pages(shop, look({ after: ['shop'] }, '/cup'))).toEqual(['/cup/$url shop/cup', '/cup theme/cup'])
  expect(() => pages(shop, look({}))).toThrow(/theme.*\/cup\/\$name.*shop/)
  expect(() =>
    pages(
      definePlugin({
        id: 'shop',
        store: {
          screens: [
            { path: '/a', screen: 'x' },
            { path: '/a', screen: 'y' },
          ],
        },
      }),
    ),
  ).toThrow(/twice/)
})
