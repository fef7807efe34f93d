import { describe, expect, test } from 'vitest'
import { defineResource, defineSettings, definePlugin, extendResource, f, contribute, type Plugin, extensionPoint } from 'stoa'
import { Registry } from '../../core/plugin/registry.ts'
import { PluginError } from '../../core/plugin/sort-by-dependencies.ts'
import { compileResource } from '../../core/resource/compile.ts'

const lid = defineResource({ name: 'lid', fields: { title: f.text(), jar_id: f.maybe(f.one('jar')) } })
const jar = defineResource({
  name: 'jar',
  fields: { title: f.text(), status: f.pick(['draft', 'done'], { readOnly: true }) },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: { finish: { from: ['draft'], to: 'done' }, expire: { from: ['draft'], to: 'done', manual: false } },
  },
  actions: { shake: { run: () => {} }, weigh: { needs: 'get jar', run: () => {} } },
})
const pantry = definePlugin({ id: 'pantry', resources: [jar, lid] })
const plugin = (more: Partial<Plugin>): Plugin => definePlugin({ id: 'guest', requires: ['pantry'], ...more })
const start = (more: Partial<Plugin>) => new Registry([pantry, plugin(more)])
const refusal = (more: Partial<Plugin>) => {
  try {
    start(more)
  } catch (error) {
    if (error instanceof PluginError) return error.message.split('\n')[0]
    throw error
  }
  return 'it starts'
}

describe('an invalid reference in a declaration stops the start, naming its plugin', () => {
  test('a relation to an undeclared resource', () => {
    const cup = defineResource({ name: 'cup', fields: { title: f.text(), saucer_id: f.one('saucer') } })
    expect(refusal({ resources: [cup] })).toBe('Plugin "guest": field "cup.saucer_id" points at "saucer", which nobody declares')
  })

  test('unless it is marked for a plugin that may be absent', () => {
    const cup = defineResource({ name: 'cup', fields: { title: f.text(), saucer_id: f.maybe(f.one('saucer', { ifInstalled: true })) } })
    expect(
      start({ resources: [cup] })
        .resource('cup')
        .byName.has('saucer_id'),
    ).toBe(false)
    const here = defineResource({ name: 'cup', fields: { title: f.text(), lid_id: f.maybe(f.one('lid', { ifInstalled: true })) } })
    expect(
      start({ resources: [here] })
        .resource('cup')
        .byName.has('lid_id'),
    ).toBe(true)
  })

  test('child rows without a parent field, and a slug of an unknown field', () => {
    const cup = defineResource({ name: 'cup', fields: { title: f.text(), lids: f.rows(lid, { by: 'cup_id' as 'jar_id' }) } })
    expect(refusal({ resources: [cup] })).toContain('child rows "cup.lids" name "cup_id"')
    const slug = defineResource({ name: 'cup', fields: { title: f.text(), lid_id: f.one('lid', { slugOf: 'titel' }) } })
    expect(refusal({ resources: [slug] })).toContain('"titel", which is no field')
  })

  test('a screen, slot, task or menu entry that needs an undeclared permission', () => {
    const needs = 'polish jar'
    expect(refusal({ admin: { screens: [{ path: 'a', screen: 'a', needs }] } })).toContain('"polish jar", which nobody declares')
    expect(refusal({ admin: { slots: [{ at: 'b', screen: 'a', needs: `get jar & ${needs}` }] } })).toContain('polish jar')
    expect(refusal({ admin: { menu: [{ section: 's', to: 'a', label: 'l', needs: `get jar | ${needs}` }] } })).toContain('polish jar')
    expect(refusal({ admin: { screens: [{ path: 'a', screen: 'a', needs }] }, permissions: [needs] })).toBe('it starts')
    expect(refusal({ admin: { screens: [{ path: 'a', screen: 'a' }] } })).toContain('says neither "needs" nor "open"')
    expect(refusal({ admin: { screens: [{ path: 'a', screen: 'a', open: true }] } })).toBe('it starts')
  })

  test('an extension of a resource whose plugin is neither required nor listed in after', () => {
    const extend = [extendResource('jar', { fields: { hue: f.text({ default: '' }) } })]
    expect(refusal({ requires: [], extend })).toContain('extends "jar" of "pantry" without saying so')
    expect(refusal({ requires: [], after: ['pantry'], extend })).toBe('it starts')
    const away = new Registry([plugin({ requires: [], after: ['pantry'], extend })])
    expect(away.resources.size).toBe(0)
    expect(() => away.resource('jar')).toThrow('No enabled plugin declares the resource "jar"')
  })
})

describe('a name declared by two plugins stops the start with both', () => {
  test('a resource and a settings group', () => {
    expect(refusal({ resources: [jar] })).toContain('resource "jar" is declared by "pantry" too')
    const group = defineSettings({ group: 'shelf', fields: { title: f.text({ default: '' }) } })
    const both = () => new Registry([definePlugin({ id: 'a', settings: [group] }), definePlugin({ id: 'b', settings: [group] })])
    expect(both).toThrow('settings group "shelf" belongs to "a"')
  })
})

describe('declarations produce', () => {
  test('permissions of verbs, transitions and actions, except those with another permission or without a button', () => {
    const names = [...start({ permissions: ['print jar', 'get jar'] }).permissions.values()]
    const getNamesFor = (resource: string) => names.filter((p) => p.resource === resource).map((p) => p.name)
    expect(getNamesFor('jar')).toEqual([
      ...['get jar', 'create jar', 'update jar', 'destroy jar', 'batch update jar', 'batch destroy jar', 'import jar', 'export jar'],
      ...['finish jar', 'shake jar'],
    ])
    expect(names.find((p) => p.name === 'print jar')).toEqual({ name: 'print jar', plugin: 'guest' })
    expect(names.find((p) => p.name === 'get jar')?.plugin).toBe('pantry')
  })

  test('presets with the permissions of nested presets, each once, cycles included', () => {
    const presets = {
      'guest.a': ['get jar', 'guest.b'],
      'guest.b': ['get jar', 'update jar', 'guest.a'],
      'guest.c': ['guest.a', 'destroy jar'],
    }
    const found = start({ presets }).presets
    expect(new Set(found.get('guest.c'))).toEqual(new Set([...(found.get('guest.c') ?? [])]))
    expect(found.get('guest.b')).toEqual(expect.arrayContaining(['get jar', 'update jar']))
    expect(found.get('guest.c')).toEqual(expect.arrayContaining(['get jar', 'update jar', 'destroy jar']))
    expect(found.get('guest.c')?.filter((p) => p === 'get jar')).toHaveLength(1)
  })

  test('a preset of several plugins, with the permissions of each', () => {
    const found = new Registry([
      { ...pantry, presets: { 'pantry.cook': ['get jar'] } },
      plugin({ presets: { 'pantry.cook': ['guest.more', 'get jar'], 'guest.more': ['update jar'] } }),
    ]).presets
    expect(found.get('pantry.cook')).toEqual(['get jar', 'update jar'])
  })

  test('settings in their order, listeners in the order plugins start', () => {
    const group = (name: string, order?: number) =>
      defineSettings({ group: name, fields: { on: f.flag({ default: false }) }, ...(order ? { order } : {}) })
    const on = { 'jar.opened': async () => {} } as Plugin['on'] & object
    const registry = new Registry([{ ...pantry, settings: [group('late', 200), group('usual'), group('first', 1)], on }, plugin({ on })])
    expect([...registry.settings.keys()]).toEqual(['first', 'usual', 'late'])
    expect(registry.listeners.get('jar.opened')).toEqual(['pantry', 'guest'])
    expect([registry.has('guest'), registry.has('pantry'), registry.has('shop')]).toEqual([true, true, false])
  })

  test('contributions in their order, and in plugin start order without one', () => {
    const listing = extensionPoint<string>('pantry/shelf', { description: 'words' })
    const registry = new Registry([
      { ...pantry, extensionPoints: [listing], contributions: [contribute(listing, 'own', 'own')] },
      plugin({
        contributions: [contribute(listing, 'b', 'b'), contribute(listing, 'first', 'x', { order: 1 }), contribute(listing, 'a', 'a')],
      }),
    ])
    expect(registry.extensionPoints.get('pantry/shelf')?.contributions.map((o) => o.name)).toEqual(['first', 'own', 'b', 'a'])
  })
})

describe('a resource with a contradiction stops the start, naming plugin and field', () => {
  const compiled = (def: object) => () => compileResource('pantry', { name: 'cup', fields: { title: f.text() }, ...def } as never, [])

  test.each<[string, object, RegExp]>([
    ['a name in capitals', { name: 'Cup' }, /"Cup" of plugin "pantry": the name must be singular snake_case/],
    ['a label that is no field', { label: 'name' }, /label "name" is no field/],
    ['no field at all', { fields: {} }, /label "" is no field/],
    ['a match that is no field', { match: 'code' }, /"code" is no field/],
    ['a flag to hide by that is no field', { hide: 'enabled' }, /"enabled" is no field/],
    ['a tree over no field', { tree: 'above_id' }, /"above_id" is no field/],
    ['a store that shows no field', { store: { path: '/cup', by: 'title', show: ['title', 'price'] } }, /"price" is no field/],
    ['a store address by no field', { store: { path: '/cup', by: 'url', show: [] } }, /"url" is no field/],
    ['a status that is no field', { states: { field: 'status', initial: 'a', transitions: {} } }, /"status" is no field/],
    [
      'a move to a word that is no status',
      {
        fields: { title: f.text(), status: f.pick(['a', 'b'], { readOnly: true }) },
        states: { field: 'status', initial: 'a', transitions: { go: { from: ['a'], to: 'c' } } },
      },
      /status "c" is no value of "status"/,
    ],
    [
      'a move from a word that is no status',
      {
        fields: { title: f.text(), status: f.pick(['a', 'b'], { readOnly: true }) },
        states: { field: 'status', initial: 'a', transitions: { go: { from: ['a', 'c'], to: 'b' } } },
      },
      /status "c"/,
    ],
    ['a name of the engine', { fields: { title: f.text(), version: f.int() } }, /"version" is a name of the engine/],
    ['another name of the engine', { fields: { title: f.text(), deleted_at: f.instant() } }, /"deleted_at" is a name of the engine/],
    ['a language people write', { fields: { title: f.text(), language: f.text() } }, /"language" is a name of the engine/],
    ['what is not made with f', { fields: { title: { type: 'string' } } }, /"title" is not made with f/],
    ['a number per language', { fields: { title: f.text(), n: f.int({ localized: true }) } }, /"n" cannot be kept per language/],
    ['a choice per language', { fields: { title: f.text(), n: f.pick(['a'], { localized: true }) } }, /"n" cannot be kept per language/],
    ['an order of lists', { fields: { title: f.text(), n: f.tags({ sort: true }) } }, /"n" have no order/],
    ['an order of places', { fields: { title: f.text(), n: f.place({ sort: true }) } }, /"n" have no order/],
    ['what only routes ask for', { fields: { title: f.text(), n: f.ids() } }, /"n" is of a kind that only routes/],
    ['a tab without fields', { tabs: { main: ['main'], more: ['more'] } }, /group "more" of a tab/],
  ])('%s', (_title, def, message) => expect(compiled(def)).toThrow(message))

  test('names a row by its label, else by the first suitable field', () => {
    const title = (fields: object, label?: string) =>
      compileResource('pantry', { name: 'cup', fields, ...(label ? { label } : {}) } as never, []).title.name
    expect(title({ code: f.text(), name: f.text(), title: f.text() })).toBe('title')
    expect(title({ code: f.text(), sku: f.text(), name: f.text() })).toBe('name')
    expect(title({ code: f.text(), email: f.email() })).toBe('email')
    expect(title({ code: f.text(), hue: f.text() })).toBe('code')
    expect(title({ code: f.text(), title: f.text() }, 'code')).toBe('code')
  })

  test('and uses the defaults for omitted options', () => {
    const r = compileResource('pantry', { name: 'tea_cup', fields: { title: f.text(), language: f.text({ readOnly: true }) } } as never, [])
    expect(r).toMatchObject({
      table: 'tea_cup',
      path: 'tea-cup',
      locked: false,
      audit: true,
      softDelete: false,
      localized: false,
      hooks: [],
    })
    expect(r.verbs).not.toContain('clone')
  })
})
