import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'

const shop = suite(['crm', 'notes', 'sheets', 'desk', 'calendar'])

const rights = ['contact', 'lead'].flatMap((word) =>
  ['get', 'create', 'update', 'destroy', 'export', 'batch update'].map((verb) => `${verb} ${word}`),
)
let me: Client
let other: Client
const ids = { mine: 0, theirs: 0, funnel: 0, ofTheirs: 0, ofMine: 0, nobodys: 0, owned: 0 }

beforeAll(async () => {
  const [mine, theirs] = [
    await shop.it.staff([...rights, 'get funnel', 'get person', 'get customer', 'create note']),
    await shop.it.staff([...rights, 'get person']),
  ]
  me = mine
  other = theirs
  const otherId = (await other.get('/api/admin')).body.id as number
  const made = async (path: string, body: object, client = shop.owner): Promise<number> => {
    const { body: row, status } = await client.post(`/api/admin/${path}`, body)
    if (status !== 201) throw new Error(JSON.stringify(row))
    return row.id
  }
  ids.funnel = await made('funnel', { title: 'Way', url: 'way' })
  ids.ofTheirs = await made('contact', { first_name: 'Theirs', email: 'theirs@crm.test', owner_id: otherId })
  ids.owned = await made('contact', { first_name: 'Shared', email: 'shared@crm.test', owner_id: otherId })
  ids.nobodys = await made('contact', { first_name: 'Nobodys', email: 'nobodys@crm.test', owner_id: null })
  ids.mine = await made('lead', { funnel_id: ids.funnel, title: 'Mine', amount: '10.00' }, me)
  ids.theirs = await made('lead', { funnel_id: ids.funnel, title: 'Secret', contact_id: ids.owned, amount: '70.00', owner_id: otherId })
  await shop.owner.put(`/api/admin/lead/${ids.mine}`, { contact_id: ids.owned })
})

test('staff limited to their own leads see only those, and others are not found', async () => {
  const ownLeads = await me.get('/api/admin/lead')
  expect(ownLeads.body.data.map((row: { id: number }) => row.id)).toEqual([ids.mine])
  expect(ownLeads.body.total).toBe(1)
  for (const path of [`lead/${ids.theirs}`, `lead/${ids.theirs}/history`])
    expect([path, (await me.get(`/api/admin/${path}`)).status]).toEqual([path, 404])
  expect((await me.put(`/api/admin/lead/${ids.theirs}`, { title: 'Taken' })).status).toBe(404)
  for (const move of ['flag', 'place']) expect((await me.post(`/api/admin/lead/${ids.theirs}/${move}`, {})).status).toBe(404)
  expect((await me.get(`/api/admin/lead/options?ids=${ids.theirs}`)).body.data).toEqual([])
  expect(JSON.stringify((await me.get('/api/admin/search?q=Secret')).body)).not.toContain('Secret')
  expect((await me.get(`/api/admin/note?subject=lead&subject_id=${ids.theirs}`)).status).toBe(404)
})

test('counts, sums and exports include visible leads only', async () => {
  const board = async (client: Client) => (await client.get(`/api/admin/funnel/${ids.funnel}/board`)).body.stages[0]
  expect(await board(me)).toMatchObject({ count: 1, amount: '10.00' })
  expect(await board(shop.owner)).toMatchObject({ count: 2, amount: '80.00' })
  const openLeads = async (client: Client) => {
    const { data } = (await client.get('/api/admin/cards?dashboard=crm&card=leads')).body
    return data[0]?.content.figures.slice(-2).map(({ value }: { value: string }) => value)
  }
  expect(await openLeads(me)).toEqual(['1', '10.00'])
  expect(await openLeads(shop.owner)).toEqual(['2', '80.00'])
  const withoutPermissions = await shop.it.staff([])
  expect(await openLeads(withoutPermissions)).toBeUndefined()
  expect((await withoutPermissions.get('/api/admin/cards?dashboard=crm')).body).toMatchObject({ data: [], available: [] })
  const sheet = await me.get('/api/admin/lead/export?format=csv')
  expect(sheet.status).toBe(200)
  expect(JSON.stringify(sheet.body)).not.toContain('Secret')
})

test("visible contacts are one's own, unowned ones, and those with an own lead", async () => {
  const visibleNames = (await me.get('/api/admin/contact')).body.data.map((row: { name: string }) => row.name).sort()
  expect(visibleNames).toEqual(['Nobodys', 'Shared'])
  expect((await me.get(`/api/admin/contact/${ids.ofTheirs}`)).status).toBe(404)
  expect((await me.get(`/api/admin/contact/${ids.ofTheirs}/about`)).status).toBe(404)
  expect((await me.get('/api/admin/contact/alike?email=theirs@crm.test')).body.data).toEqual([])
  const about = (await me.get(`/api/admin/contact/${ids.owned}/about`)).body
  expect(about.leads.map((lead: { title: string }) => lead.title)).toEqual(['Mine'])
  expect(JSON.stringify(about)).not.toContain('Secret')
})

test('the person timeline shows visible leads only', async () => {
  const { person_id } = (await shop.owner.get(`/api/admin/contact/${ids.owned}`)).body
  const readTimeline = async (client: Client) => JSON.stringify((await client.get(`/api/admin/person/${person_id}/timeline`)).body)
  expect(await readTimeline(shop.owner)).toContain('Secret')
  expect(await readTimeline(me)).not.toContain('Secret')
  expect(await readTimeline(other)).toContain('Secret')
})

test('a person known only through contacts of others is not visible; an account makes them visible', async () => {
  const contact = (await shop.owner.get(`/api/admin/contact/${ids.ofTheirs}`)).body
  const person = contact.person_id as number
  const collectVisible = async (client: Client) => [
    (await client.get('/api/admin/person?q=theirs@crm')).body.total,
    (await client.get(`/api/admin/person/${person}`)).status,
    (await client.get(`/api/admin/person/${person}/facts`)).status,
    (await client.get(`/api/admin/person/${person}/timeline`)).status,
    (await client.get(`/api/admin/person/options?ids=${person}`)).body.data.length,
    JSON.stringify((await client.get('/api/admin/search?q=theirs@crm')).body).includes('Theirs'),
  ]
  expect(await collectVisible(me)).toEqual([0, 404, 404, 404, 0, false])
  expect(await collectVisible(other)).toEqual([1, 200, 200, 200, 1, true])
  expect(await collectVisible(shop.owner)).toEqual([1, 200, 200, 200, 1, true])
  await shop.owner.post('/api/admin/customer', { first_name: 'Theirs', last_name: 'Ho', email: 'theirs@crm.test' })
  expect((await me.get(`/api/admin/person/${person}`)).status).toBe(200)
})
