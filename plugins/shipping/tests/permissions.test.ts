import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['shipping', 'staff'])
})
afterAll(() => it.close())

const method = { code: 'van', title: 'Our van', price: '20.00' }

test('staff who can update the configuration can set up shipping, but not delete it', async () => {
  const clerk = await it.staff(['update configuration'])
  const created = await clerk.post('/api/admin/shipping_method', method)
  expect(created.status).toBe(201)
  expect((await clerk.put(`/api/admin/shipping_method/${created.body.id}`, { price: '25.00' })).status).toBe(200)
  expect((await clerk.get('/api/admin/shipping_zone')).status).toBe(200)
  expect((await clerk.post('/api/admin/carrier', { code: 'van', name: 'Our van' })).status).toBe(201)
  expect((await clerk.delete(`/api/admin/shipping_method/${created.body.id}`)).status).toBe(403)
  expect((await clerk.get('/api/admin')).body.role.permission_list).toEqual(
    expect.arrayContaining(['create shipping method', 'update configuration']),
  )
  expect((await it.staff(['get configuration']).then((other) => other.post('/api/admin/carrier', { code: 'x', name: 'X' }))).status).toBe(
    403,
  )
})

test('a role is granted all permissions of an alias, by somebody who holds all of them', async () => {
  const owner = await it.staff('owner')
  const role = await owner.post('/api/admin/role', {
    name: 'Migrated',
    permission_list: ['get shipping settings', 'get admin', 'batch update admins'],
  })
  expect(role.body.permission_list).toEqual([
    'batch update account',
    'get account',
    'get carrier',
    'get shipping method',
    'get shipping zone',
  ])
  const clerk = await it.staff(['create role', 'get shipping method'])
  const refused = await clerk.post('/api/admin/role', { name: 'Beyond', permission_list: ['get shipping setting'] })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body.messages)).toContain('get carrier')
})

test('an unknown permission is rejected by name', async () => {
  const owner = await it.staff('owner')
  const refused = await owner.post('/api/admin/role', { name: 'Unknown', permission_list: ['get leaves', 'get role'] })
  expect(refused.body.messages).toEqual({ permission_list: ['Unknown permission: get leaves'] })
})
