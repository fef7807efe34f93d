import { brand } from '../../plugins/catalogue/resources/brand.ts'
import { ACTIVITY_EVENTS } from '../../plugins/people/services/timeline.ts'
import { definePlugin, extendResource, f, contribute } from 'stoa'
import { prefixed } from './field-types.ts'
import { drawer, sock, sticker } from './resources/drawer.ts'
import { expense, receipt } from './resources/expense.ts'
import { part, saying, screw, shelf, toy } from './resources/toy.ts'
import { watching } from './recorded-hooks.ts'

/** A plugin that uses every plugin feature: every field type, and every way to extend another resource. */
export const playground = definePlugin({
  id: 'playground',
  requires: ['catalogue'],
  resources: [shelf, screw, part, toy, saying],
  extend: [
    extendResource(brand, {
      fields: {
        ...prefixed('pg'),
        pg_rank: f.int({ default: 7, list: true, sort: true, filter: true, group: 'playground' }),
        pg_motto: f.text({ default: '' }),
      },
      hooks: watching('brand'),
      tabs: { playground: ['playground'] },
      show: ['pg_rank', 'pg_motto'],
      sheet: {
        columns: [{ name: 'pg_shout' }],
        write: (row) => ({ pg_shout: String(row.pg_motto ?? '').toUpperCase() }),
        read: (cells, input) => {
          if (cells.pg_shout !== undefined) input.pg_motto = cells.pg_shout.toLowerCase()
        },
      },
      actions: { polish: { input: { grit: f.int({ min: 1 }) }, run: () => {} } },
    }),
  ],
})

/** Rows with an owner, and rows that refer to them. */
export const cupboard = definePlugin({
  id: 'cupboard',
  requires: ['playground'],
  after: ['people'],
  contributions: [contribute(ACTIVITY_EVENTS, 'drawer-saved', { text: 'cupboard:told', of: drawer })],
  resources: [sock, drawer, sticker, expense, receipt],
  permissions: ['see all drawer', 'see all expense', 'read contract'],
  extend: [extendResource(shelf, { fields: { cb_drawer_id: f.maybe(f.one('drawer', { list: true })) } })],
  admin: {
    sections: [{ id: 'cupboard', order: 1 }],
    menu: [{ section: 'cupboard', resource: 'drawer', queue: { status: 'draft' } }],
  },
})

/** Another plugin that extends the same resource. */
export const neighbour = definePlugin({
  id: 'neighbour',
  requires: ['catalogue', 'playground'],
  extend: [
    extendResource(brand, { fields: { nb_rank: f.int({ default: 3, list: true, sort: true, filter: true }) } }),
    extendResource(toy, { fields: { nb_note: f.maybe(f.text()) }, hooks: watching('toy') }),
  ],
})
