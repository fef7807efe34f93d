import { expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'

const shop = suite(['crm', 'sheets', 'notes'])
const at = '/api/admin/contact'
let n = 0
const address = () => `one-${++n}@crm.test`
const make = async (values: object) => {
  const made = await shop.owner.post(at, values)
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}

test('a contact requires a name, company, email or phone, and is displayed by the first of them', async () => {
  const refused = await shop.owner.post(at, { remark: 'Met at the fair' })
  expect(refused.body.messages).toEqual({ first_name: ['Enter a name, a company, an email address or a phone number.'] })
  expect(await make({ first_name: '家明', last_name: '陳', company: 'North Hill' })).toMatchObject({
    name: '陳家明',
    email: null,
    person_id: null,
  })
  expect(await make({ company: 'North Hill' })).toMatchObject({ name: 'North Hill' })
  expect(await make({ country_code: '852', phone: '5555 0199' })).toMatchObject({ name: '5555 0199', phone_norm: '85255550199' })
  expect((await shop.owner.post(at, { phone: '5555 0198' })).body.messages).toHaveProperty('country_code')
  const whole = await make({ phone: '+852 5555 0197' })
  expect(whole).toMatchObject({ country_code: '852', phone: '5555 0197', phone_norm: '85255550197' })
  const changed = await shop.owner.put(`${at}/${whole.id}`, { phone: '+886 0912 345 678', version: whole.version })
  expect(changed.body).toMatchObject({ country_code: '886', phone: '0912 345 678', phone_norm: '886912345678' })
})

test('email addresses of contacts are unique whatever their spelling, also for concurrent requests', async () => {
  const email = address()
  const contact = await make({ email: ` ${email.toUpperCase()} ` })
  expect(contact.email).toBe(email)
  const again = await shop.owner.post(at, { first_name: 'Other', email })
  expect(again.body.messages).toEqual({ email: [expect.stringContaining('A contact with this email address already exists')] })
  const both = address()
  const made = await Promise.all([1, 2].map((n) => shop.owner.post(at, { first_name: String(n), email: both })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('a contact with the email address of a customer belongs to the same person', async () => {
  const email = address()
  const customer = await shop.owner.post('/api/admin/customer', {
    first_name: 'Kim',
    last_name: 'Ho',
    email,
    password: 'a-long-password-of-mine',
  })
  expect(customer.status).toBe(201)
  const contact = await make({ first_name: 'Kim', email })
  expect(contact.person_id).toBe(customer.body.person_id)
  const updated = await shop.owner.put(`${at}/${contact.id}`, { email: null, version: contact.version })
  expect(updated.body).toMatchObject({ email: null, person_id: null })
})

test('contacts filter by group, tag and source, and static and dynamic groups show their member count', async () => {
  const tag = (await shop.owner.post('/api/admin/tag', { name: 'Wholesale' })).body
  const group = (await shop.owner.post('/api/admin/group', { name: 'Cafés' })).body
  const contact = await make({ company: 'Harbour Café', source: 'instagram', tags: [tag.id], groups: [group.id] })
  expect(contact.tags_names).toEqual(['Wholesale'])
  const found = await shop.owner.get(`${at}?tags=${tag.id}&groups=${group.id}&source=instagram`)
  expect(found.body.data.map((row: { id: number }) => row.id)).toEqual([contact.id])
  expect((await shop.owner.get(`/api/admin/group/${group.id}/members`)).body).toEqual({ count: 1, query: { groups: String(group.id) } })
  const dynamic = await shop.owner.post('/api/admin/group', { name: 'From pictures', kind: 'dynamic', filter: { source: 'instagram' } })
  expect((await shop.owner.get(`/api/admin/group/${dynamic.body.id}/members`)).body).toEqual({ count: 1, query: { source: 'instagram' } })
  expect((await shop.owner.post('/api/admin/group/count', { filter: { source: 'facebook' } })).body).toEqual({ count: 0 })
  expect((await shop.owner.post('/api/admin/group/count', { filter: { nonsense: 'x' } })).status).toBe(422)
  expect((await shop.owner.post(at, { first_name: 'A', source: 'pigeon' })).status).toBe(422)
})

test('importing a sheet matches contacts by email address and updates them', async () => {
  const email = address()
  const rows = `first_name,email,company,source,tags\nLee,${email},Peak Teas,linkedin,Wholesale\n`
  const bring = (text: string) => shop.owner.post(`${at}/import`, toFormData({ file: new File([text], 'contacts.csv') }))
  const first = await bring(rows)
  expect([first.status, first.body.errors]).toEqual([200, []])
  await bring(rows.replace('Peak Teas', 'Peak Teas Ltd'))
  const found = await shop.owner.get(`${at}?email=${email}`)
  expect(found.body.data).toEqual([expect.objectContaining({ company: 'Peak Teas Ltd', source: 'linkedin', tags_names: ['Wholesale'] })])
})

test('an equal email address marks a duplicate, an equal phone number only suggests one', async () => {
  const contact = await make({ first_name: 'Mo', email: address(), country_code: '852', phone: '5555 0142' })
  const by = async (query: string) => (await shop.owner.get(`${at}/alike?${query}`)).body.data
  expect(await by(`email=${contact.email.toUpperCase()}`)).toEqual([expect.objectContaining({ id: contact.id, by: 'email' })])
  expect(await by('country_code=852&phone=55550142')).toEqual([expect.objectContaining({ id: contact.id, by: 'phone' })])
  expect(await by(`country_code=852&phone=55550142&but=${contact.id}`)).toEqual([])
  expect(await by('email=')).toEqual([])
})

test('erasing a person removes personal data from contacts and leads, and keeps the lead amount', async () => {
  const contact = await make({ first_name: 'Ann', last_name: 'Gone', email: address(), remark: 'Likes oolong', company: 'Gone Ltd' })
  const funnel = (await shop.owner.post('/api/admin/funnel', { title: 'Way', url: 'way-erase' })).body
  const lead = (
    await shop.owner.post('/api/admin/lead', { funnel_id: funnel.id, contact_id: contact.id, title: 'Tea for Ann', amount: '90.00' })
  ).body
  await shop.owner.put(`/api/admin/lead/${lead.id}`, { reminders: [{ remind_at: '2030-01-01T09:00:00.000Z', text: 'Call Ann' }] })
  const exported = (await shop.owner.get(`/api/admin/person/${contact.person_id}/personal-data`)).body
  expect(JSON.stringify(exported)).toContain('Likes oolong')
  const erased = await shop.owner.post(`/api/admin/person/${contact.person_id}/erase`, { confirmation: String(contact.person_id) })
  expect(erased.status).toBe(200)
  const left = [(await shop.owner.get(`${at}/${contact.id}`)).body, (await shop.owner.get(`/api/admin/lead/${lead.id}`)).body]
  expect(JSON.stringify(left)).not.toMatch(/Ann|oolong|Gone Ltd|crm\.test/)
  expect(left[1]).toMatchObject({ amount: '90.00', reminders: [] })
})

test('imported leads start at the first stage of their funnel and are matched by number on the next import', async () => {
  const funnel = (await shop.owner.post('/api/admin/funnel', { title: 'Sheet', url: 'way-sheet' })).body
  const contact = await make({ first_name: 'Sheet', email: address() })
  const bring = (text: string) => shop.owner.post('/api/admin/lead/import', toFormData({ file: new File([text], 'leads.csv') }))
  const first = await bring(`number,title,funnel,contact,amount,source\nOLD-1,Boxes,way-sheet,${contact.email},50.00,line\n`)
  expect([first.status, first.body]).toEqual([200, expect.objectContaining({ errors: [] })])
  const [lead] = (await shop.owner.get(`/api/admin/lead?funnel_id=${funnel.id}`)).body.data
  expect(lead).toMatchObject({
    title: 'Boxes',
    stage_id: funnel.stages[0].id,
    contact_id: contact.id,
    amount: '50.00',
    source: 'line',
    status: 'to_do',
  })
  await bring('number,amount\nOLD-1,75.00\n')
  const found = (await shop.owner.get(`/api/admin/lead?funnel_id=${funnel.id}`)).body.data
  expect(found).toEqual([expect.objectContaining({ id: lead.id, amount: '75.00' })])
})
