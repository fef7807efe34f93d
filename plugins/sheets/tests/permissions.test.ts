import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { toFormData, suite } from 'stoa/testing'
import type { Answer, Client } from '../../../tests/support/app.ts'

/** Contacts are visible to their owner, and exporting them requires the password again. */
const shop = suite(['sheets', 'crm'])

const HEADER = 'email,first_name'
const file = (text = `${HEADER}\nnew@crm.test,New\n`) => ({ file: new File([text], 'contacts.csv') })
const post = (client: Client, path: string, body: object = {}) => client.post(`/api/admin/${path}`, body)
const get = (client: Client, path: string) => client.get(`/api/admin/${path}`)

/** Every sheet route of a resource, by the permission it requires. */
const ofSheet = (resource: string): Record<'import' | 'export', ((client: Client) => Promise<Answer>)[]> => ({
  import: [
    (client) => post(client, `sheet/${resource}/columns`, toFormData(file())),
    (client) => post(client, `sheet/${resource}/preview`, toFormData(file())),
    (client) => post(client, `sheet/${resource}/plan`, toFormData(file())),
    (client) => get(client, `sheet/${resource}/template`),
    (client) => get(client, `sheet/${resource}/mappings`),
    (client) => post(client, `sheet/${resource}/mappings`, { name: 'x', mapping: { columns: {} } }),
    (client) => client.delete(`/api/admin/sheet/${resource}/mappings?name=x`),
  ],
  export: [(client) => get(client, `sheet/${resource}/columns`), (client) => post(client, `sheet/${resource}/export`, { format: 'csv' })],
})

/** Every route of a transfer. */
const ofTransfer = (id: number, resource = 'contact'): ((client: Client) => Promise<Answer>)[] => [
  (client) => get(client, `transfer/${id}`),
  (client) => get(client, `transfer/${id}/failed`),
  (client) => get(client, `transfer/${id}/file`),
  ...['apply', 'cancel', 'undo'].map((part) => (client: Client) => post(client, `transfer/${id}/${part}`)),
  ...['apply', 'undo'].map((part) => (client: Client) => post(client, `${resource}/import/${id}/${part}`)),
]

const statuses = async (calls: readonly ((client: Client) => Promise<Answer>)[], client: Client) => {
  const found = []
  for (const call of calls) found.push((await call(client)).status)
  return [...new Set(found)]
}
const getAccountId = async (client: Client): Promise<number> => (await get(client, '')).body.id
const setRights = (accountId: number, rights: readonly string[]) =>
  shop.it.kernel.db.run(
    sql`update role set permission_list = ${[...rights]} where id = (select role_id from account where id = ${accountId})`,
  )

let hidden: number
beforeAll(async () => {
  const theirs = await getAccountId(await shop.it.staff(['get contact']))
  const made = await shop.owner.post('/api/admin/contact', { first_name: 'Hidden', email: 'hidden@crm.test', owner_id: theirs })
  hidden = made.body.id
})

test('sheet routes require the import or export permission of the resource, each for its own routes', async () => {
  const calls = ofSheet('contact')
  const importer = await shop.it.staff(['import contact'])
  const exporter = await shop.it.staff(['export contact'])
  const reader = await shop.it.staff(['get contact', 'update contact', 'import tag', 'export tag', 'import lead', 'export lead'])
  for (const client of [reader, exporter]) expect(await statuses(calls.import, client)).toEqual([403])
  for (const client of [reader, importer]) expect(await statuses(calls.export, client)).toEqual([403])
  expect(await statuses([...calls.import, ...calls.export], shop.it.guest)).toEqual([401])
  expect((await statuses(calls.import, importer)).sort()).toEqual([200, 202])
  expect((await statuses(calls.export, exporter)).sort()).toEqual([200, 202])
  const log = await shop.it.kernel.db.rows<{ needs: string }>(
    sql`select distinct changes->0->>'new' as needs from audit_log where verb = 'refused' order by 1`,
  )
  expect(log.map(({ needs }) => needs)).toEqual(['export contact', 'import contact'])
})

test('a resource without sheets has no sheet routes for anyone', async () => {
  for (const name of ['nonsense', 'session', '__proto__', 'status_history', 'contact%2F1']) {
    const { import: imports, export: exports } = ofSheet(name)
    expect([name, await statuses([...imports, ...exports], shop.owner)]).toEqual([name, [404]])
  }
})

test('a transfer is visible only to its creator while they keep the permission', async () => {
  const importer = await shop.it.staff(['import contact', 'import tag'])
  const begun = await post(importer, 'sheet/contact/plan', toFormData(file()))
  await shop.it.jobs()
  const calls = ofTransfer(begun.body.id)
  const other = await shop.it.staff(['import contact', 'export contact', 'import tag'])
  expect(await statuses(calls, other)).toEqual([404])
  expect(await statuses(calls, shop.owner)).toEqual([404])
  expect(await statuses(calls, shop.it.guest)).toEqual([401])
  expect(await statuses(ofTransfer(987_654), importer)).toEqual([404])
  // A transfer cannot be read through the path of another resource, and its file cannot be used for another resource.
  expect(await statuses(ofTransfer(begun.body.id, 'tag').slice(-2), importer)).toEqual([404])
  expect((await post(importer, 'sheet/tag/columns', toFormData({ from: String(begun.body.id) }))).status).toBe(404)
  await setRights(await getAccountId(importer), ['import tag', 'export contact', 'get contact'])
  expect(await statuses(calls, importer)).toEqual([403])
  await setRights(await getAccountId(importer), ['import contact'])
  expect((await get(importer, `transfer/${begun.body.id}`)).body).toMatchObject({ status: 'pending', kind: 'import' })
  expect((await post(importer, `contact/import/${begun.body.id}/apply`)).status).toBe(202)
  await shop.it.jobs()
  expect((await get(importer, `transfer/${begun.body.id}`)).body).toMatchObject({ status: 'completed' })
  expect((await post(importer, `contact/import/${begun.body.id}/undo`)).status).toBe(202)
  await shop.it.jobs()
  expect((await get(shop.owner, 'contact?q=new@crm.test')).body.total).toBe(0)
})

test('an export holds what its owner sees, and an import changes nothing else', async () => {
  const seller = await shop.it.staff(['get contact', 'create contact', 'update contact', 'export contact', 'import contact'])
  await post(seller, 'contact', { first_name: 'Own', email: 'own@crm.test', owner_id: await getAccountId(seller) })
  for (const rows of [{}, { ids: [hidden] }, { query: { q: 'hidden' } }]) {
    const begun = await post(seller, 'sheet/contact/export', { format: 'csv', columns: ['email'], ...rows })
    expect(begun.status).toBe(202)
    await shop.it.jobs()
    const sheet = await get(seller, `transfer/${begun.body.id}/file`)
    expect([sheet.status, sheet.raw.body]).toEqual([200, expect.not.stringContaining('hidden@crm.test')])
  }
  const begun = await post(seller, 'sheet/contact/plan', toFormData(file(`${HEADER}\nhidden@crm.test,Taken\n`)))
  await shop.it.jobs()
  await post(seller, `transfer/${begun.body.id}/apply`)
  await shop.it.jobs()
  expect((await get(shop.owner, `contact/${hidden}`)).body.first_name).toBe('Hidden')
})

test('routes that export rows require password confirmation', async () => {
  const exporter = await shop.it.staff(['export contact'])
  const begun = await post(exporter, 'sheet/contact/export', { format: 'csv' })
  await shop.it.jobs()
  await shop.it.kernel.db.run(
    sql`update session set proved_at = now() - interval '1 day' where subject_id = ${await getAccountId(exporter)}`,
  )
  const calls = [...ofSheet('contact').export, (client: Client) => get(client, `transfer/${begun.body.id}/file`)]
  for (const call of [...calls, (client: Client) => get(client, 'contact/export')])
    expect((await call(exporter)).body.code).toBe('PASSWORD_AGAIN')
})
