import { expect, test } from 'vitest'
import { getPermissions } from '../../cli/start/load.ts'
import { AWAY } from '../../core/access/resources.ts'
import { provide } from '../../core/services.ts'
import { sql } from '../../core/db/sql.ts'
import { suite } from '../support/suite.ts'

const shop = suite(['content'])

const granted = async (name: string, permission_list: string[]) => shop.owner.post('/api/admin/role', { name, permission_list })

test('an unknown permission is refused by name, and one already granted stays', async () => {
  const refused = await granted('Flier', ['get article', 'fly article', 'get brand'])
  expect(refused.status).toBe(422)
  expect(refused.body.messages.permission_list.join()).toMatch(/fly article.*get brand/)
  expect(refused.body.messages.permission_list.join()).not.toContain('get article')
  const role = await shop.it.kernel.db.one<{ id: number }>(
    sql`insert into role (name, permission_list) values ('Older', '{fly article}') returning id`,
  )
  const saved = await shop.owner.put(`/api/admin/role/${role?.id}`, { permission_list: ['fly article', 'get article'] })
  expect(saved.body.permission_list).toEqual(['fly article', 'get article'])
  const dropped = await shop.owner.put(`/api/admin/role/${role?.id}`, { permission_list: ['get article'] })
  expect(dropped.body.permission_list).toEqual(['get article'])
})

test('a permission of a disabled plugin is accepted, in the spelling of that plugin', async () => {
  provide(shop.it.kernel.container, AWAY, () => getPermissions(['catalogue', 'inventory']))
  const saved = await granted('Keeper', ['get brands', 'get warehouses', 'get article'])
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  expect(saved.body.permission_list).toEqual(['get article', 'get brand', 'get warehouse'])
  expect((await granted('Other', ['get order'])).body.messages.permission_list.join()).toContain('get order')
  expect((await granted('Bird', ['fly brand'])).status).toBe(422)
})
