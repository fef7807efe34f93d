import { beforeAll, expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'
import type { Answer, Client } from '../../../tests/support/app.ts'

/** Sheets and transfers had paths below their resource before, which API clients may still use. */
const shop = suite(['sheets', 'crm'])

type Method = 'get' | 'post' | 'delete'
const call = (client: Client, method: Method, path: string, body?: object) =>
  method === 'post' ? client.post(`/api/admin/${path}`, body ?? {}) : client[method](`/api/admin/${path}`)

/** Calls a path and repeats the request at the redirect target. */
async function follow(client: Client, method: Method, path: string, body?: () => object): Promise<Answer> {
  const first = await call(client, method, path, body?.())
  expect([path, first.status, first.body]).toEqual([path, 308, ''])
  return call(client, method, String(first.headers.location).replace('/api/admin/', ''), body?.())
}

const sheet = () => toFormData({ file: new File(['email,first_name\nnew@crm.test,New\n'], 'contacts.csv') })
const mapping = () => ({ name: 'mine', mapping: { columns: {} } })
let importId: number
let exportId: number
beforeAll(async () => {
  importId = (await shop.owner.post('/api/admin/sheet/contact/plan', sheet())).body.id
  exportId = (await shop.owner.post('/api/admin/sheet/contact/export', { format: 'csv' })).body.id
  await shop.it.jobs()
})

test('former paths below a resource redirect to the common path, keeping method, body and query', async () => {
  for (const [method, part, body] of [
    ['post', 'import/columns', sheet],
    ['post', 'import/preview', sheet],
    ['get', 'import/template?format=csv'],
    ['post', 'import/mappings', mapping],
    ['get', 'import/mappings'],
    ['delete', 'import/mappings?name=mine'],
    ['get', 'export/columns'],
  ] as const) {
    const moved = await follow(shop.owner, method, `contact/${part}`, body)
    expect([part, moved.status]).toEqual([part, 200])
    const direct = await call(shop.owner, method, `sheet/contact/${part.replace(/^\w+\//, '')}`, body?.())
    expect(moved.body).toEqual(direct.body)
  }
  expect(String((await call(shop.owner, 'get', 'contact/import/template?format=csv&x=a%2Fb%3Fc')).headers.location)).toBe(
    '/api/admin/sheet/contact/template?format=csv&x=a%2Fb%3Fc',
  )
})

test('jobs started and tracked by former paths continue at the common path', async () => {
  expect((await follow(shop.owner, 'post', 'contact/import/plan', sheet)).body).toMatchObject({ kind: 'import' })
  expect((await follow(shop.owner, 'post', 'contact/export', () => ({ format: 'csv' }))).body).toMatchObject({ kind: 'export' })
  await shop.it.jobs()
  expect((await follow(shop.owner, 'get', `contact/import/${importId}`)).body).toMatchObject({ id: importId, status: 'pending' })
  expect((await follow(shop.owner, 'get', `contact/export/${exportId}`)).body).toMatchObject({ id: exportId, status: 'completed' })
  expect((await follow(shop.owner, 'get', `contact/export/${exportId}/file`)).status).toBe(200)
  expect((await follow(shop.owner, 'get', `contact/import/${importId}/failed`)).status).toBe(200)
  expect((await follow(shop.owner, 'post', `contact/import/${importId}/cancel`)).status).toBe(202)
})

const ALL = [
  ['post', 'import/columns'],
  ['post', 'import/preview'],
  ['get', 'import/template'],
  ['get', 'import/mappings'],
  ['post', 'import/mappings'],
  ['delete', 'import/mappings'],
  ['post', 'import/plan'],
  ['get', 'export/columns'],
  ['post', 'export'],
] as const

test('a former path requires the permission of the new one', async () => {
  const reader = await shop.it.staff(['get contact', 'import tag', 'export tag'])
  for (const [method, part] of ALL) {
    expect([part, (await call(reader, method, `contact/${part}`)).status]).toEqual([part, 403])
    expect([part, (await call(shop.guest, method, `contact/${part}`)).status]).toEqual([part, 401])
    expect([part, (await call(reader, method, `tag/${part}`)).status]).toEqual([part, 308])
  }
})

test('an unknown resource and a transfer of another user are not found', async () => {
  const other = await shop.it.staff(['import contact', 'export contact', 'import tag'])
  for (const [method, part] of ALL) expect([part, (await call(shop.owner, method, `nonsense/${part}`)).status]).toEqual([part, 404])
  for (const path of [`contact/import/${importId}`, `contact/export/${exportId}/file`, `contact/import/987654`])
    expect([path, (await call(other, 'get', path)).status]).toEqual([path, 404])
  // A transfer cannot be read through the path of another resource.
  expect((await call(shop.owner, 'get', `tag/import/${importId}`)).status).toBe(404)
})

test('every exportable resource has its former path, marked as deprecated in the API description', async () => {
  const { paths } = (await shop.owner.get('/api/docs/json')).body
  const exportable = [...shop.it.kernel.registry.resources.values()].filter((r) => r.verbs.includes('export'))
  expect(exportable.length).toBeGreaterThan(3)
  for (const { name } of exportable) {
    expect([name, (await call(shop.owner, 'post', `${name}/export`)).headers.location]).toEqual([name, `/api/admin/sheet/${name}/export`])
    expect(paths[`/api/admin/${name}/export`].post).toMatchObject({ deprecated: true })
  }
  expect(paths['/api/admin/{resource}/import/{id}'].get).toMatchObject({ deprecated: true, operationId: 'transfer.state_at_import' })
})
