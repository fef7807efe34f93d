import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { exportRecords, importRecords } from 'stoa/plugins/sheets'

const shop = suite(['crm', 'sheets'])
const run = (csv: string | Buffer, o: object = {}, resource = 'contact') =>
  importRecords(shop.it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv as string) }, { speak: 'en-US', ...o })
const find = async (field: 'email' | 'last_name', value: string) =>
  (await shop.owner.get(`/api/admin/contact?${field === 'email' ? 'email' : 'q'}=${encodeURIComponent(value)}`)).body.data as Record<
    string,
    unknown
  >[]
const readContact = async (value: string) =>
  (await shop.owner.get(`/api/admin/contact/${(await find('last_name', value))[0]?.['id'] as number}`)).body

const hubspot = `Record ID,First Name,Last Name,Email,Phone Number,Contact owner
1,Ana,Riofrio,ana@mail.test,+34 600 111 222,Sam
2,No,Mailbox,,+852 9876 5432,Sam
3,Double,Zero,zero@mail.test,0034 600 333 444,Sam
4,Trunk,London,trunk@mail.test,+44 (0)20 7946 0018,Sam
5,Bay,Area,bay@mail.test,+1 415 555 0100,Sam
`

test('phone numbers with a country code are split on import, and people without an email address are imported', async () => {
  const answer = await run(hubspot)
  expect(answer).toMatchObject({ errors: [], summary: { create: 5, error: 0 } })
  expect(await readContact('Riofrio')).toMatchObject({ country_code: '34', phone: '600 111 222', phone_norm: '34600111222' })
  expect(await readContact('Mailbox')).toMatchObject({ email: null, country_code: '852', phone: '9876 5432' })
  expect(await readContact('Zero')).toMatchObject({ country_code: '34', phone: '600 333 444' })
  expect(await readContact('London')).toMatchObject({ country_code: '44', phone: '20 7946 0018' })
  expect(await readContact('Area')).toMatchObject({ country_code: '1', phone: '415 555 0100' })
})

test('the same sheet again changes nothing, and a changed phone number matches its person by sheet id', async () => {
  expect((await run(hubspot)).summary).toEqual({ create: 0, change: 0, unchanged: 5, error: 0 })
  expect((await run(hubspot.replace('+852 9876 5432', '+852 9876 0000'))).summary).toEqual({ create: 0, change: 1, unchanged: 4, error: 0 })
})

test('without an id a row matches by normalized phone number, and by name where several share it', async () => {
  await run('First name,Last name,Phone,Email\nHome,Wong,+852 2222 3333,\n')
  expect((await run('First name,Last name,Phone,Job title\nHome,Wong,(852) 22223333,Owner\n')).summary).toMatchObject({ create: 1 })
  const found = await run('First name,Last name,Phone,Job title\nHome,Wong,0085222223333,Baker\n')
  expect(found.summary).toMatchObject({ create: 0, change: 1 })
  expect((await run('First name,Last name,Phone\nHome,Lee,2222 3333\n')).summary).toMatchObject({ create: 0, change: 1 })
})

test('two lines of one sheet about the same person are rejected as duplicates', async () => {
  const twice = await run('First name,Last name,Phone\nTwin,A,+852 3333 4444\nTwin,A,+852 3333 4444\n')
  expect(twice.summary).toMatchObject({ create: 1, error: 1 })
  expect(twice.errors[0]?.error).toBe('This value already appears in line 2.')
})

test.each(['csv', 'xlsx', 'json'] as const)(
  'contacts exported as %s re-import without changes, with and without an email address',
  async (format) => {
    for (const values of [{ company: `Nameless ${format}` }, { first_name: 'Only', last_name: format }])
      expect((await shop.owner.post('/api/admin/contact', values)).status).toBe(201)
    const parts: Buffer[] = []
    for await (const part of exportRecords(shop.it.ctx, 'contact', { format })) parts.push(part)
    const answer = await importRecords(shop.it.ctx, 'contact', { name: `a.${format}`, bytes: Buffer.concat(parts) }, { speak: 'en-US' })
    expect(answer.errors).toEqual([])
    expect(answer.summary).toMatchObject({ create: 0, change: 0, error: 0 })
    expect(answer.summary.unchanged).toBeGreaterThan(6)
  },
)

test('a line without a name, company, email or phone is rejected', async () => {
  const answer = await run('First name,Phone,Remark\n,,Only a remark\n')
  expect(answer.summary).toMatchObject({ error: 1 })
})

test('a phone number typed with its country code is split too, also for customers', async () => {
  const made = await shop.owner.post('/api/admin/contact', { first_name: 'P', email: 'p@mail.test', phone: '+34 600 111 999' })
  expect(made.body).toMatchObject({ country_code: '34', phone: '600 111 999' })
  const customer = await shop.owner.post('/api/admin/customer', {
    first_name: 'C',
    last_name: 'D',
    email: 'cd@mail.test',
    phone: '0034 600 111 998',
  })
  expect(customer.status, JSON.stringify(customer.body)).toBe(201)
  expect(customer.body).toMatchObject({ country_code: '34', phone: '600 111 998' })
  const sheet = await run('email,first_name,last_name,phone\nc1@mail.test,A,B,+49 30 123456\nc2@mail.test,A,B,5555 0123\n', {}, 'customer')
  expect(sheet).toMatchObject({ errors: [], summary: { create: 2 } })
})
