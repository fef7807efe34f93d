import { expect, test } from 'vitest'
import { definePlugin, defineResource, f, contribute, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { MENU_TYPES } from '../index.ts'

const shop = suite(['content'])

const workshop = definePlugin({
  id: 'workshop',
  requires: ['content'],
  resources: [defineResource({ name: 'workshop', fields: { title: f.text(), url: f.text() } })],
  contributions: [
    contribute(MENU_TYPES, 'workshop', { title: 'workshop:menu.workshop', of: 'workshop', to: (url: string) => `/workshop/${url}` }),
    contribute(MENU_TYPES, 'workshops', { title: 'workshop:menu.workshops', fixed: 'all-workshops', to: () => '/workshops' }),
  ],
})

const other = suite(['content'], {
  extra: [workshop],
  tables: `create table workshop (id bigint generated always as identity primary key, title text not null, url text not null,
    ext jsonb not null default '{}', created_at timestamptz not null default now(), updated_at timestamptz not null default now())`,
})

const offered = async (owner: { get(path: string): Promise<{ body: any }> }) =>
  (await owner.get('/api/admin/manifest/menu')).body.groups
    .flatMap((group: any) => group.fields)
    .find((field: any) => field.name === 'type')
    .options.map((option: any) => option.value)

const entry = (more: object) => ({ title: 'x', ...more })

test('a menu type is offered only if an enabled plugin serves its URL', async () => {
  expect(await offered(shop.owner)).toEqual(['page', 'link', 'article', 'blog_category', 'landing_page', 'contact_us'])
  for (const type of ['category', 'service', 'form', 'appointment_category']) {
    const refused = await shop.owner.post('/api/admin/menu', entry({ type, url: 'x' }))
    expect([refused.status, refused.body.messages], type).toEqual([422, { type: ['Please choose one of the available options.'] }])
  }
})

test('a plugin contributes a menu type whose url is chosen among its rows or fixed', async () => {
  const { owner } = other
  expect(await offered(owner)).toEqual(expect.arrayContaining(['workshop', 'workshops']))
  const nowhere = await owner.post('/api/admin/menu', entry({ type: 'workshop', url: 'throwing' }))
  expect(nowhere.body.messages).toEqual({ url: ['This no longer exists.'] })
  await owner.post('/api/admin/workshop', { title: 'Throwing', url: 'throwing' })
  expect((await owner.post('/api/admin/menu', entry({ type: 'workshop', url: 'throwing' }))).status).toBe(201)
  expect((await owner.post('/api/admin/menu', entry({ type: 'workshops' }))).body.url).toBe('all-workshops')
  expect((await other.guest.get('/api/menu')).body.map((line: any) => line.to)).toEqual(['/workshop/throwing', '/workshops'])
  expect((await owner.get('/api/admin/menu/types')).body.data).toEqual(
    expect.arrayContaining([
      { type: 'workshop', of: 'workshop', fixed: null },
      { type: 'workshops', of: null, fixed: 'all-workshops' },
      { type: 'link', of: null, fixed: null },
    ]),
  )
})

test('an entry of a disabled plugin is hidden, and can still be renamed and deleted', async () => {
  const { kernel } = shop.it
  const row = await kernel.db.one<{ id: number }>(
    sql`insert into menu (title, type, url) values ('{"en-US": "Throwing"}', 'workshop', 'throwing') returning id`,
  )
  expect((await shop.guest.get('/api/menu')).body).toEqual([])
  expect((await shop.guest.post('/api/menu', { url: 'throwing' })).body).toEqual({})
  expect((await shop.owner.put(`/api/admin/menu/${row?.id}`, { title: 'Turning' })).status).toBe(200)
  expect((await shop.owner.delete(`/api/admin/menu/${row?.id}`)).status).toBe(200)
})
