import { defineResource, f, ownRowsScope, sql } from 'stoa'
import { PERSON_TIMELINE } from './drawer-activity.ts'

/** Child rows of a drawer. */
export const sock = defineResource({
  name: 'sock',
  verbs: [],
  match: 'name',
  fields: { drawer_id: f.one('drawer'), name: f.text() },
})

/** Each member of staff sees only their own drawers. */
export const drawer = defineResource({
  name: 'drawer',
  match: 'code',
  tree: 'above_id',
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  scope: ownRowsScope('owner_id', { all: 'see all drawer' }),
  fields: {
    title: f.text({ list: true, sort: true, search: true, filter: true, batch: true }),
    code: f.text({ unique: true, list: true, search: true, filter: true }),
    owner_id: f.one('account', { list: true, filter: true }),
    above_id: f.maybe(f.one('drawer', { filter: true })),
    order: f.int({ default: 0 }),
    status: f.pick(['draft', 'completed'], { readOnly: true, list: true, filter: true }),
    socks: f.rows(sock, { by: 'drawer_id' }),
  },
  states: { field: 'status', initial: 'draft', transitions: { finish: { from: ['draft'], to: 'completed' } } },
  actions: { knock: { batch: true, run: () => {} } },
  hooks: {
    afterSave: ({ ctx, tx, id }) =>
      PERSON_TIMELINE.tell(ctx.kernel, tx, { subject: id, actor: ctx.actor, dedupeKey: `drawer ${id} ${Math.random()}` }),
  },
})

/** Refers to drawers in every possible way; all staff see all stickers. */
export const sticker = defineResource({
  name: 'sticker',
  match: 'code',
  fields: {
    code: f.text({ unique: true, list: true, search: true }),
    drawer_id: f.maybe(f.one('drawer', { list: true, filter: true, creatable: true })),
    drawers: f.many('drawer', { through: 'sticker_drawer', list: true, filter: true }),
    about: f.maybe(f.any(['drawer', 'shelf'], { list: true, filter: true })),
  },
  actions: {
    point: {
      batch: true,
      input: {
        drawer_id: f.maybe(f.one('drawer')),
        about: f.maybe(f.any(['drawer', 'shelf'])),
        ways: f.maybe(f.items({ drawer_id: f.one('drawer') })),
      },
      run: async ({ tx, row, input }) => {
        await tx.run(sql`update sticker set drawer_id = ${input.drawer_id} where id = ${row.id} and ${input.drawer_id !== null}`)
      },
    },
  },
  store: { path: '/sticker', by: 'code', show: ['code', 'drawer_id', 'about'], where: sql`true` },
})
