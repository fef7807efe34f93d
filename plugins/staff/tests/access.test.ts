import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['staff', 'catalogue'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

interface Item {
  to: string
  can: string[]
  items?: Item[]
}
const listItems = (menu: { items: Item[] }[]) => menu.flatMap((section) => section.items.flatMap((item) => [item, ...(item.items ?? [])]))

async function hire(permission_list: string[], more: object = {}) {
  const name = `role ${Math.random()}`
  const role = (await owner.post('/api/admin/role', { name, permission_list })).body
  const email = `a${Math.random()}@shop.test`
  return (await owner.post('/api/admin/account', { name: 'May', email, password: 'long-enough-1', role_id: role.id, ...more })).body
}

test('the menu preview of a role equals the manifest of its members', async () => {
  const permission_list = ['get brand', 'update brand', 'get configuration']
  const preview = (await owner.post('/api/admin/role/menu', { permission_list })).body
  const people = await it.staff(permission_list)
  const theirs = (await people.get('/api/admin/manifest')).body
  expect(listItems(preview.menu).map((item) => item.to)).toEqual(listItems(theirs.menu).map((item) => item.to))
  expect(listItems(preview.menu).find((item) => item.to === '/admin/brand')?.can).toEqual(['View', 'Edit'])
})

test('a role with all permissions sees everything, and one without any sees nothing', async () => {
  const all = (await owner.post('/api/admin/role/menu', { permission_list: [], superuser: true })).body
  const mine = (await owner.get('/api/admin/manifest')).body
  expect(listItems(all.menu)).toHaveLength(listItems(mine.menu).length)
  expect((await owner.post('/api/admin/role/menu', { permission_list: [] })).body.menu).toEqual([])
})

test('the permission explanation agrees with the guard of the routes, and gives the reason', async () => {
  const may = await hire(['get brand'])
  const explain = async (permission: string) =>
    (await owner.get(`/api/admin/why?account_id=${may.id}&permission=${encodeURIComponent(permission)}`)).body
  expect(await explain('get brand')).toMatchObject({ allowed: true, right: { label: 'View', resourceLabel: 'Brands' } })
  const no = await explain('update brand')
  expect(no).toMatchObject({ allowed: false, holds: false })
  expect(no.reasons[0]).toContain('catalogue.editor')
  await owner.put(`/api/admin/account/${may.id}`, { enabled: false, version: may.version })
  expect(await explain('get brand')).toMatchObject({ allowed: false, holds: true })
})

test('invalid queries are rejected by field', async () => {
  expect((await owner.get('/api/admin/why?account_id=1&permission=fly%20brand')).body.messages).toHaveProperty('permission')
  expect((await owner.get('/api/admin/why?permission=get%20brand')).body.messages).toHaveProperty('account_id')
  expect((await owner.get('/api/admin/why?account_id=99999&permission=get%20brand')).status).toBe(404)
})

test('a reset link is sent to the address of the account and works once', async () => {
  const may = await hire(['get brand'])
  expect((await owner.post(`/api/admin/account/${may.id}/send_reset`)).status).toBe(200)
  const mail = await newestMail(it, may.email)
  const token = /token=([^&\s]+)/.exec(mail?.text_body ?? '')?.[1]
  const body = { token, password: 'another-long-1', password_confirmation: 'another-long-1' }
  expect((await it.guest.post('/api/admin/password/reset', body)).status).toBe(200)
  expect((await it.guest.post('/api/admin/login', { email: may.email, password: 'another-long-1' })).status).toBe(200)
  expect((await it.guest.post('/api/admin/password/reset', body)).status).toBe(422)
})

test('signing somebody out everywhere ends their sessions and no others', async () => {
  const may = await hire(['get brand'])
  const { token } = (await it.guest.post('/api/admin/login', { email: may.email, password: 'long-enough-1' })).body
  expect((await it.as(token).get('/api/admin')).status).toBe(200)
  expect((await owner.post(`/api/admin/account/${may.id}/end_sessions`)).status).toBe(200)
  expect((await it.as(token).get('/api/admin')).status).toBe(401)
  expect((await owner.get('/api/admin')).status).toBe(200)
})

test('permissions are grouped like their resources in the menu', async () => {
  const { data, special } = (await owner.get('/api/admin/permissions')).body
  const getGroup = (name: string) =>
    data.find((group: { entries: { name: string }[] }) => group.entries.some((entry) => entry.name === name))?.group
  expect([getGroup('get brand'), getGroup('get role'), getGroup('update configuration')]).toEqual(['catalogue', 'settings', 'settings'])
  const names = data.flatMap((group: { entries: { name: string }[] }) => group.entries.map((entry) => entry.name))
  expect(names.toSorted()).toEqual([...it.kernel.registry.permissions.keys()].sort())
  expect(special).toContainEqual({ what: 'Role: All permissions', needs: 'update role' })
})
