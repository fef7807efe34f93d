import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { definePlugin, contribute, type Scope, sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { CONSENT, DIRECTORY, ACTIVITY_EVENTS, TIMELINE } from '../index.ts'
import { person } from '../resources/person.ts'
import { smsMessage } from '../resources/sms-message.ts'
import { forgetLimits, lastMail, linkIn, member, PASSWORD, registered } from './support.ts'

let it: TestApp
let owner: Client
/** Events received by a plugin that attaches data to persons. */
const receivedEvents: unknown[] = []
const hearer = definePlugin({
  id: 'hearer',
  requires: ['people'],
  contributions: [
    contribute(ACTIVITY_EVENTS, 'message', { text: 'people:timeline.subscribed', of: smsMessage }),
    contribute(ACTIVITY_EVENTS, 'came', { text: 'people:timeline.verified_email', of: person, visibility: 'person' }),
    ...['note', 'step', 'met'].map((word) => contribute(ACTIVITY_EVENTS, word, { text: 'people:timeline.subscribed', of: person })),
  ],
  on: {
    'person.merged': (payload) => {
      receivedEvents.push(payload)
      return Promise.resolve()
    },
  },
})
beforeAll(async () => {
  it = await testApp(['people'], { extra: [hearer] })
  owner = await it.staff('owner')
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

const remember = (email: string, first_name = 'Guest') =>
  it.kernel.transaction((tx) =>
    it.kernel.get(DIRECTORY).findOrCreatePerson(tx, { email, first_name, last_name: 'Chan', country_code: '852', phone: '91234567' }),
  )
const findPersonId = async (customer: number) =>
  (await it.kernel.db.one<{ id: number }>(sql`select person_id as id from customer where id = ${customer}`))?.id ?? 0
/** Records an activity under the first part of the key, which is the contribution name in `hearer`. */
const tell = (personId: number, key: string, subject?: number) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(TIMELINE).record(tx, {
      personId,
      what: key.split(' ')[0] ?? key,
      ...(subject ? { subject } : {}),
      actor: { kind: 'system', name: 'test' },
      dedupeKey: key,
    }),
  )

describe('person identity', () => {
  test('one email address is one person, however it is typed and with concurrent requests', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => remember(i % 2 ? ' Twin@Shop.test ' : 'twin@shop.test')))
    expect(new Set(ids).size).toBe(1)
    const row = await it.kernel.db.one<{ n: number }>(sql`select count(*) as n from person_identity where value_norm = 'twin@shop.test'`)
    expect(row?.n).toBe(1)
  })

  test('the person with the verified address matches before others, and names are not overwritten', async () => {
    const guest = await remember('proof@shop.test', 'Stranger')
    const may = await registered(it, 'proof2@shop.test')
    await it.kernel.db.run(sql`update customer set email = 'proof@shop.test' where id = ${may.id}`)
    await it.guest.post('/api/email/verify/resend', { email: 'proof@shop.test' })
    const link = linkIn((await lastMail(it, 'proof@shop.test'))?.text)
    await it.guest.get(`/api${link.pathname}${link.search}`)
    const found = await remember('proof@shop.test', 'Mallory')
    expect(found).toBe(await findPersonId(may.id))
    expect(found).not.toBe(guest)
    expect((await owner.get(`/api/admin/person/${found}`)).body.first_name).toBe('May')
  })
})

describe('the timeline', () => {
  test('records an event once, in the language of the reader, and shows it only to permitted staff', async () => {
    const id = await remember('line@shop.test')
    await Promise.all([tell(id, 'message 1', 7), tell(id, 'message 1', 7), tell(id, 'note 1')])
    const all = (await owner.get(`/api/admin/person/${id}/timeline`)).body
    expect(all.data.map((line: { type: string }) => line.type).sort()).toEqual(['message', 'note'])
    const some = await it.staff(['get person'])
    const timeline = (await some.get(`/api/admin/person/${id}/timeline`)).body
    expect(timeline.data).toHaveLength(1)
    expect(timeline.counts).toEqual([{ plugin: 'hearer', name: it.kernel.i18n.t('en-US', 'hearer:_plugin'), type: 'note', n: 1 }])
    expect((await (await it.staff(['get role'])).get(`/api/admin/person/${id}/timeline`)).status).toBe(403)
  })

  test('pages without gaps or duplicates', async () => {
    const id = await remember('long@shop.test')
    for (let i = 0; i < 70; i++) await tell(id, `step ${i}`)
    const ids: number[] = []
    let after = ''
    do {
      const { body } = await owner.get(`/api/admin/person/${id}/timeline?after=${encodeURIComponent(after)}`)
      ids.push(...body.data.map((line: { id: number }) => line.id))
      after = body.next ?? ''
    } while (after)
    expect([ids.length, new Set(ids).size]).toEqual([70, 70])
  })
})

describe('the timeline of a customer', () => {
  const lines = async (client: Client, query = '') => (await client.get(`/api/timeline${query}`)).body

  test('shows own actions in the customer’s language, and no internal staff events or other people', async () => {
    const [may, kim] = [await member(it, 'own.line@shop.test'), await member(it, 'other.line@shop.test')]
    const id = await findPersonId(may.id)
    await tell(id, 'note 71')
    await tell(id, 'came 71')
    await tell(await findPersonId(kim.id), 'came 72')
    const { data } = await lines(may, '?language=zh-HK')
    expect(data.map(({ summary }: { summary: string }) => summary)).toEqual([
      it.kernel.i18n.t('zh-HK', 'people:timeline.verified_email'),
      it.kernel.i18n.t('zh-HK', 'people:timeline.signed_up'),
    ])
    expect(Object.keys(data[0]).toSorted()).toEqual(['amount', 'currency', 'id', 'occurred_at', 'summary'])
    expect((await it.guest.get('/api/timeline')).status).toBe(401)
    expect((await owner.get('/api/timeline')).status).toBe(401)
  })

  test('follows a merge, and pages without gaps', async () => {
    const may = await member(it, 'merged.line@shop.test')
    const id = await findPersonId(may.id)
    const into = await remember('survivor.line@shop.test')
    for (let i = 0; i < 65; i++) await tell(id, `came ${1_000 + i}`)
    await it.kernel.db.run(sql`update timeline_activity set occurred_at = date_trunc('second', occurred_at) where person_id = ${id}`)
    await it.kernel.db.run(sql`update person set merged_into_id = ${into} where id = ${id}`)
    await it.kernel.db.run(sql`update timeline_activity set person_id = ${into} where person_id = ${id}`)
    const ids: number[] = []
    let after = ''
    do {
      const body = await lines(may, `?after=${after}`)
      ids.push(...body.data.map((line: { id: number }) => line.id))
      after = body.next ?? ''
    } while (after)
    expect([ids.length, new Set(ids).size]).toEqual([66, 66])
    expect((await lines(may, '?after=nonsense')).data).toHaveLength(30)
    expect((await may.get(`/api/timeline?after=${'9'.repeat(18)}-1`)).status).toBe(200)
  })
})

describe('person record permissions', () => {
  /** Runs `look` as if the resource had been declared with this scope. */
  const scoped = async (name: string, scope: Scope, look: () => Promise<void>) => {
    const { def } = it.kernel.registry.resource(name)
    Object.assign(def, { scope })
    try {
      await look()
    } finally {
      delete (def as { scope?: Scope }).scope
    }
  }
  const hides =
    (id: number): Scope =>
    (ctx) =>
      ctx.actor.kind === 'system' ? null : sql`t.id <> ${id}`

  test('hide persons outside the scope, and merged or missing ones', async () => {
    const [id, other] = [await remember('veiled@shop.test'), await remember('plain@shop.test')]
    await tell(id, 'note veiled')
    const staff = await it.staff(['get person'])
    await scoped('person', hides(id), async () => {
      for (const part of ['facts', 'timeline']) {
        expect([part, (await staff.get(`/api/admin/person/${id}/${part}`)).status]).toEqual([part, 404])
        expect([part, (await staff.get(`/api/admin/person/${other}/${part}`)).status]).toEqual([part, 200])
      }
    })
    for (const part of ['facts', 'timeline']) {
      expect((await staff.get(`/api/admin/person/${id}/${part}`)).status).toBe(200)
      expect((await staff.get(`/api/admin/person/999999/${part}`)).status).toBe(404)
    }
  })

  test('show accounts and addresses of a person only within the permission to read accounts', async () => {
    const may = await member(it, 'owner.of@shop.test')
    const id = await findPersonId(may.id)
    await may.post('/api/address', {
      first_name: 'May',
      last_name: 'Chan',
      country: 'HKG',
      contact_number: '91112222',
      address: '1 Low Road',
    })
    const countVisible = async (rights: string[]) => {
      const { customers, addresses } = (await (await it.staff(rights)).get(`/api/admin/person/${id}/facts`)).body
      return [customers.length, addresses.length]
    }
    expect(await countVisible(['get person', 'get customer'])).toEqual([1, 1])
    expect(await countVisible(['get person'])).toEqual([0, 0])
    await scoped('customer', hides(may.id), async () => expect(await countVisible(['get person', 'get customer'])).toEqual([0, 0]))
  })
})

describe('merging', () => {
  test('gives the survivor the data of the other, notifies plugins, and keeps the stricter consent', async () => {
    const may = await member(it, 'may@shop.test')
    const old = await member(it, 'may.old@shop.test', { is_subscribe: false })
    const [survivor, loser] = [await findPersonId(may.id), await findPersonId(old.id)]
    await tell(loser, 'met long-ago')
    const answer = await owner.post(`/api/admin/person/${survivor}/merge`, { other_id: loser })
    expect(answer.status).toBe(200)
    const personView = (await owner.get(`/api/admin/person/${survivor}/facts`)).body
    expect(personView.identities.map((identity: { value: string }) => identity.value)).toEqual(['may@shop.test', 'may.old@shop.test'])
    expect(personView.customers.map((customer: { id: number }) => customer.id)).toEqual([may.id, old.id])
    expect(await it.kernel.get(CONSENT).getState(it.kernel.db, 'may@shop.test')).toBe('unsubscribed')
    expect((await owner.get(`/api/admin/person/${survivor}/timeline?type=met`)).body.data).toHaveLength(1)
    expect((await owner.get(`/api/admin/person/${loser}`)).body.id).toBe(survivor)
    expect(await remember('may.old@shop.test')).toBe(survivor)
    await it.jobs()
    expect(receivedEvents).toEqual([{ survivorId: survivor, loserId: loser }])
  })

  test('requires its permission and two different existing persons', async () => {
    const [a, b] = [await remember('a@shop.test'), await remember('b@shop.test')]
    const editor = await it.staff(['get person'])
    expect((await editor.post(`/api/admin/person/${a}/merge`, { other_id: b })).status).toBe(403)
    expect((await owner.post(`/api/admin/person/${a}/merge`, { other_id: a })).body.messages).toEqual({
      other_id: ['Choose a different person.'],
    })
    expect((await owner.post(`/api/admin/person/${a}/merge`, { other_id: 999_999 })).status).toBe(422)
  })
})

describe('erasing', () => {
  test('keeps only the id of a person, ends the account, and prevents an import from resubscribing the address', async () => {
    const deletedCustomer = await member(it, 'gone@shop.test', { country_code: '852', phone: '95554444', birthday: '1990-05-05' })
    const id = await findPersonId(deletedCustomer.id)
    await deletedCustomer.post('/api/address', {
      first_name: 'May',
      last_name: 'Chan',
      country: 'HKG',
      contact_number: '91112222',
      address: '18 Secret Street',
    })
    await it.guest.post('/api/reset/email', { email: 'gone@shop.test' })
    await lastMail(it, 'gone@shop.test')
    expect((await owner.post(`/api/admin/person/${id}/erase`, { confirmation: 'yes' })).body.messages).toEqual({
      confirmation: [`Please type ${id} to confirm.`],
    })
    expect((await owner.post(`/api/admin/person/${id}/erase`, { confirmation: String(id) })).status).toBe(200)
    expect((await deletedCustomer.post('/api/info')).status).toBe(401)
    expect((await it.guest.post('/api/login', { email: 'gone@shop.test', password: PASSWORD })).status).toBe(422)
    const tables = await it.kernel.db.rows<{ name: string }>(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limit')`)
    for (const { name } of tables) {
      const found = await it.kernel.db.one<{ n: number }>({
        text: `select count(*) as n from "${name}" t where t::text ilike any(array['%gone@shop.test%', '%Secret Street%', '%95554444%', '%1990-05-05%'])`,
        values: [],
      } as never)
      expect([name, found?.n]).toEqual([name, 0])
    }
    expect(await it.kernel.get(CONSENT).getState(it.kernel.db, 'gone@shop.test')).toBe('suppressed')
    await it.kernel.resources.create(it.ctx, 'customer', { email: 'gone@shop.test', first_name: 'X', last_name: 'Y' }, { source: 'import' })
    expect(await it.kernel.get(CONSENT).getState(it.kernel.db, 'gone@shop.test')).not.toBe('subscribed')
  })
})
