import { beforeAll, expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'

const shop = suite(['crm', 'sheets'])

const bring = async (resource: string, text: string) => {
  const { status, body } = await shop.owner.post(`/api/admin/${resource}/import`, toFormData({ file: new File([text], 'export.csv') }))
  expect([status, body.errors], JSON.stringify(body)).toEqual([200, []])
  return body
}
const contacts = async (q: string) => (await shop.owner.get(`/api/admin/contact?q=${q}&fields=*`)).body.data
const listTags = async (row: { tags: number[] }) =>
  (await Promise.all(row.tags.map((id) => shop.owner.get(`/api/admin/tag/${id}`)))).map(({ body }) => body.name)

beforeAll(async () => {
  const { body } = await shop.owner.post('/api/admin/funnel', { title: 'Way', url: 'way' })
  await shop.owner.post(`/api/admin/funnel/${body.id}/publish`)
})

test('HubSpot people import as contacts, and a later sheet matches them by HubSpot record id', async () => {
  const sheet = (last: string) =>
    `Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Job Title,Company name,Create Date\n9001,Maria,${last},maria@hub.test,2555 0142,Jordan Lee,Open,Buyer,Gonzalez Auto,2026-08-01\n`
  await bring('contact', sheet('Gonzalez'))
  const [maria] = await contacts('maria@hub.test')
  expect(maria).toMatchObject({
    name: 'Maria Gonzalez',
    company: 'Gonzalez Auto',
    job_title: 'Buyer',
    country_code: '852',
    phone: '2555 0142',
  })
  expect(await listTags(maria)).toEqual(['Open'])
  await bring('contact', sheet('Garcia').replace('maria@hub.test', 'garcia@hub.test'))
  expect(await contacts('garcia@hub.test')).toMatchObject([{ id: maria.id, last_name: 'Garcia' }])
})

test('HubSpot deals import as leads of the first open funnel, with their stage as a tag', async () => {
  await bring(
    'lead',
    'Record ID,Deal Name,Deal Stage,Close Date,Deal owner,Amount,Pipeline\n77,New roof,Contract sent,2026-12-20,Jordan Lee,4800,Sales\n',
  )
  const { data } = (await shop.owner.get('/api/admin/lead?q=New roof&fields=*')).body
  expect(data).toMatchObject([
    { title: 'New roof', amount: '4800.00', expected_close: '2026-12-20', status: 'to_do', source_detail: 'Sales' },
  ])
  expect(await listTags(data[0])).toEqual(['Contract sent'])
})

test('Pipedrive people and deals import as linked contacts and leads', async () => {
  await bring(
    'contact',
    'Person - ID,Person - Name,Person - First name,Person - Last name,Person - Organization,Person - Email - Work,Person - Phone - Work,Person - Title\n5,Jane Doe,Jane,Doe,Acme,jane@pipe.test,+852 5555 0123,CTO\n',
  )
  const [jane] = await contacts('jane@pipe.test')
  expect(jane).toMatchObject({ name: 'Jane Doe', company: 'Acme', country_code: '852', phone: '5555 0123', job_title: 'CTO' })
  await bring(
    'lead',
    'Deal - ID,Deal - Title,Deal - Value,Deal - Stage,Deal - Organization,Deal - Expected close date,Person - Email - Work\n12,Tea wall,900,Negotiation,Acme,2027-01-05,jane@pipe.test\n',
  )
  const { data } = (await shop.owner.get('/api/admin/lead?q=Tea wall&fields=*')).body
  expect(data).toMatchObject([{ amount: '900.00', contact_id: jane.id, source_detail: 'Acme' }])
})

test('Zoho leads import as contacts with address, remark and status tag', async () => {
  await bring(
    'contact',
    'Record Id,Lead Owner,First Name,Last Name,Company,Title,Email,Phone,Lead Source,Lead Status,Street,Description\nzcrm_1,Ann,Bo,Chan,Bo Ltd,Owner,bo@zoho.test,25550199,Advertisement,Contacted,1 Queen Road,Wants samples\n',
  )
  const [bo] = await contacts('bo@zoho.test')
  expect(bo).toMatchObject({ name: 'Bo Chan', company: 'Bo Ltd', address: '1 Queen Road', remark: 'Wants samples', job_title: 'Owner' })
  expect(await listTags(bo)).toEqual(['Contacted'])
})
