import { defineResource, f, hashPassword, sql } from 'stoa'
import { everyKind } from '../field-types.ts'
import { watching } from '../recorded-hooks.ts'

/** The shelf of a toy, as a target for references. */
export const shelf = defineResource({
  name: 'shelf',
  match: 'title',
  fields: { title: f.text({ list: true, sort: true, search: true, unique: true }) },
})

export const screw = defineResource({
  name: 'screw',
  verbs: [],
  match: 'size',
  fields: { part_id: f.one('part'), size: f.int({ min: 1 }), order: f.int({ default: 0 }) },
  hooks: watching('screw'),
})

export const part = defineResource({
  name: 'part',
  verbs: [],
  match: 'name',
  fields: {
    toy_id: f.one('toy'),
    name: f.text(),
    price: f.maybe(f.money()),
    order: f.int({ default: 0 }),
    screws: f.rows(screw, { by: 'part_id' }),
  },
  hooks: watching('part'),
})

/** Fields that can be translated. */
export const localizedFields = {
  text: f.maybe(f.text({ localized: true })),
  area: f.maybe(f.area({ localized: true })),
  rich: f.maybe(f.rich({ localized: true })),
  code: f.maybe(f.code({ localized: true })),
  slug: f.maybe(f.slug({ localized: true })),
  key: f.maybe(f.key({ localized: true })),
  email: f.maybe(f.email({ localized: true })),
  url: f.maybe(f.url({ localized: true, guards: [] })),
  phone: f.maybe(f.phone({ localized: true })),
  colour: f.maybe(f.colour({ localized: true })),
  image: f.maybe(f.image({ localized: true })),
  file: f.maybe(f.file({ localized: true })),
  place: f.maybe(f.place({ localized: true })),
  json: f.maybe(f.json({ localized: true })),
}

/** A toy has every field type, parts with screws, and a status. */
export const toy = defineResource({
  name: 'toy',
  match: 'number',
  sheet: { key: ['number'] },
  softDelete: true,
  locked: true,
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  fields: {
    number: f.text({ unique: true, list: 1, sort: true, search: true, filter: true }),
    status: f.pick(['draft', 'pending', 'completed'], { readOnly: true, list: true, filter: true, batch: true }),
    title: f.text({ localized: true, list: true, sort: true, filter: true, search: true }),
    story: f.maybe(f.rich({ localized: true })),
    ...everyKind(),
    password: f.maybe(f.password()),
    shelves: f.many('shelf', { through: 'toy_shelf', filter: true }),
    parts: f.rows(part, { by: 'toy_id' }),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      offer: { from: ['draft'], to: 'pending', input: { price: f.money(), note: f.maybe(f.text()) } },
      finish: { from: ['pending'], to: 'completed' },
    },
  },
  hooks: {
    ...watching('toy'),
    afterSave: async (saved) => {
      watching('toy').afterSave(saved)
      const { password } = saved.input
      if (password) await saved.tx.run(sql`update toy set password_hash = ${await hashPassword(password)} where id = ${saved.id}`)
    },
  },
})

/** A saying has every localizable text type. */
export const saying = defineResource({
  name: 'saying',
  match: 'number',
  fields: { number: f.text({ unique: true }), ...localizedFields },
  hooks: watching('saying'),
})
