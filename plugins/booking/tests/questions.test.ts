import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { expireHolds } from '../services/expire.ts'
import { offerDue } from '../services/waiting/offer.ts'
import { createCheckInKit } from './check-in-fixture.ts'
import { readCounts, dayIn, createEvent, openBookings, waitingToken, createContact } from './booking-fixture.ts'

/** Events with a questionnaire. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings({}, ['forms', 'sheets'])
})
// All test requests come from one network.
beforeEach(() => db().run(sql`delete from rate_limit`))
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const guest = () => shop.it.guest
const { beginIn, device, scanned } = createCheckInKit(() => shop)

const field = (key: string, more: object = {}) => ({ type: 'text', key, title: `Your ${key}`, ...more })
let forms = 0
const makeForm = async (...fields: object[]) =>
  fine(await shop.owner.post('/api/admin/form', { title: 'Questions', url: `questions-${++forms}`, tabs: [{ title: 'One', fields }] })).body

const meal = field('meal', {
  type: 'single_select',
  required: true,
  title: 'Which meal?',
  additional_options: {
    options: [
      { value: 'veg', label: 'Vegetarian' },
      { value: 'fish', label: 'With fish' },
    ],
  },
})
const questions = () => makeForm(meal, field('plate', { additional_options: { pattern: '[A-Z]{2}[0-9]{4}' } }))
const createFormEvent = async (more: object = {}, form?: { id: number }) => {
  const { id } = form ?? (await questions())
  return { ...(await createEvent(shop, { form_id: id, ...more })), form: id }
}
const slot = (event: { id: number }, more: object = {}) => ({ event_id: event.id, date: dayIn(3), time: '10:00', quantity: 1, ...more })
const book = (event: { id: number }, more: object = {}) =>
  guest().post('/api/event/booking', { ...slot(event), ...createContact(), ...more })
const readRow = async (number: string) => {
  const row = await db().one<{ id: number; submission: number | null; session: number; held: unknown; phone: string | null }>(
    sql`select id, form_submission_id as submission, session_id as session, held_answers as held, phone from booking where number = ${number}`,
  )
  if (!row) throw new Error('no booking')
  return row
}
const readAnswers = async (number: string) => fine(await shop.owner.get(`/api/admin/booking/${(await readRow(number)).id}/answers`)).body

/** A multipart form as a browser sends it. */
function postForm(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const edge = 'edge'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return guest().post('/api/event/booking', Buffer.from(`${parts.join('')}--${edge}--\r\n`), {
    'content-type': `multipart/form-data; boundary=${edge}`,
    ...headers,
  })
}

test('an event asks the questions of its form: answers are validated, stored, and shown to staff', async () => {
  const event = await createFormEvent()
  const page = fine(await guest().post('/api/event', { url: event.url })).body
  expect(page.form.tabs[0].fields.map(({ key }: { key: string }) => key)).toEqual(['meal', 'plate'])
  const none = await book(event)
  expect([none.status, none.body.messages]).toEqual([422, { 'answers.meal': ['This field is required.'] }])
  const wrong = await book(event, { answers: { meal: 'meat', plate: 'x' } })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.messages).sort()).toEqual(['answers.meal', 'answers.plate'])
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([])
  const made = fine(await book(event, { answers: { meal: 'fish', plate: 'AB1234', other: 'x' } })).body
  expect((await readAnswers(made.number)).lines).toEqual([
    { title: 'Which meal?', answer: 'With fish', files: [] },
    { title: 'Your plate', answer: 'AB1234', files: [] },
  ])
  const sent = await db().one(sql`select s.form_id, s.name, s.email, s.answers, s.person_id = b.person_id as same, f.submit_count
    from form_submission s join booking b on b.form_submission_id = s.id join form f on f.id = s.form_id where b.number = ${made.number}`)
  expect(sent).toEqual({
    form_id: event.form,
    name: 'May Chan',
    email: 'may@shop.test',
    answers: { meal: 'fish', plate: 'AB1234' },
    same: true,
    submit_count: 1,
  })
})

test('answers also come from a plain HTML form, and malformed answers are rejected by field', async () => {
  const event = await createFormEvent()
  const sent = await postForm({
    ...createContact('plain'),
    event_id: String(event.id),
    date: dayIn(3),
    time: '10:00',
    'answers[meal]': 'veg',
  })
  expect((await readAnswers(fine(sent).body.number)).lines).toHaveLength(1)
  for (const answers of ['veg', ['veg'], 7]) expect((await book(event, { answers })).body.messages).toHaveProperty('answers')
})

test('an event without a visible form rejects answers and can be booked without them', async () => {
  const plain = await createEvent(shop)
  const refused = await book(plain, { answers: { meal: 'veg' } })
  expect([refused.status, refused.body.messages]).toEqual([422, { answers: ['There is no such field.'] }])
  fine(await book(plain, { answers: {} }))
  const event = await createFormEvent()
  await db().run(sql`update form set enabled = false where id = ${event.form}`)
  expect(fine(await guest().post('/api/event', { url: event.url })).body.form).toBeNull()
  fine(await book(event))
  const response = await guest().post('/api/event/hold', slot(await createEvent(shop, { price: '80.00' }), { answers: { meal: 'veg' } }))
  expect(response.body.messages).toEqual({ answers: ['There is no such field.'] })
})

test('stored questions stay readable when the form changes, and a page with the previous version still works', async () => {
  const form = await questions()
  const event = await createFormEvent({}, form)
  const made = fine(await book(event, { answers: { meal: 'veg' } })).body
  const { version, tabs, form_version } = fine(await shop.owner.get(`/api/admin/form/${form.id}`)).body
  const changed = [{ ...tabs[0], fields: [{ ...tabs[0].fields[1], title: 'Car' }] }]
  fine(await shop.owner.put(`/api/admin/form/${form.id}`, { version, tabs: changed }))
  expect((await readAnswers(made.number)).lines).toEqual([{ title: 'Which meal?', answer: 'Vegetarian', files: [] }])
  const late = fine(await book(event, { ...createContact('late'), form_version, answers: { meal: 'fish' } })).body
  expect((await readAnswers(late.number)).lines).toEqual([{ title: 'Which meal?', answer: 'With fish', files: [] }])
  expect((await book(event, { ...createContact('older'), form_version: form_version - 1, answers: {} })).body.code).toBe('FORM_CHANGED')
})

test('a hold asks the questions first, and its answers are stored when it is ordered', async () => {
  const event = await createFormEvent({ price: '80.00' })
  expect((await guest().post('/api/event/hold', slot(event))).body.messages).toEqual({ 'answers.meal': ['This field is required.'] })
  const hold = fine(await guest().post('/api/event/hold', slot(event, { answers: { meal: 'veg' } }))).body
  const count = () => db().one(sql`select submit_count as n from form where id = ${event.form}`)
  expect(await count()).toEqual({ n: 0 })
  const cart = fine(await guest().post('/api/cart/item', { kind: hold.kind, subject_id: hold.subject_id, quantity: 1 })).body.cart_id
  const order = fine(
    await guest().post('/api/checkout', { cart_id: cart, guest: createContact('paid'), billing_address: address, payment_method: 'bank' }),
  ).body
  const row = await db().one<{ number: string }>(sql`select number from booking where order_number = ${order.order_number ?? order.number}`)
  expect((await readAnswers(row?.number ?? '')).lines).toEqual([{ title: 'Which meal?', answer: 'Vegetarian', files: [] }])
  expect((await readRow(row?.number ?? '')).held).toBeNull()
  expect(await count()).toEqual({ n: 1 })
  const direct = fine(await book(event, { ...createContact('direct'), answers: { meal: 'fish' }, payment_method: 'bank' })).body
  expect((await readAnswers(direct.number)).lines).toHaveLength(1)
})

test('the answers of an abandoned hold are deleted with it', async () => {
  const event = await createFormEvent({ price: '80.00' })
  const hold = fine(await guest().post('/api/event/hold', slot(event, { answers: { meal: 'veg' } }))).body
  await db().run(sql`update booking set hold_expires_at = now() - interval '1 minute' where hold_key = ${hold.subject_id}`)
  await expireHolds(shop.it.ctx)
  expect(await db().one(sql`select status, held_answers from booking where hold_key = ${hold.subject_id}`)).toEqual({
    status: 'canceled',
    held_answers: null,
  })
})

test('a guest from the waiting list answers the questions when they take their place', async () => {
  const event = await createFormEvent({ capacity: 1, max_quantity: 1 })
  const had = fine(await book(event, { answers: { meal: 'veg' } })).body
  const { data } = fine(await guest().post('/api/event/full', { url: event.url })).body
  fine(await guest().post('/api/event/waiting', { session_id: data[0].session_id, quantity: 1, ...createContact('waits') }))
  const token = await waitingToken(shop, 'waits@shop.test')
  fine(await guest().post('/api/booking/guest_cancel', { token: had.token }))
  await shop.it.jobs()
  await offerDue(shop.it.ctx)
  expect(fine(await guest().post('/api/booking/waiting', { token })).body.form.tabs).toHaveLength(1)
  const claim = (more: object) => guest().post('/api/booking/waiting/claim', { token, ...more })
  expect((await claim({})).body.messages).toEqual({ 'answers.meal': ['This field is required.'] })
  const { booked } = fine(await claim({ answers: { meal: 'fish' } })).body
  expect((await readAnswers(booked.number)).lines).toEqual([{ title: 'Which meal?', answer: 'With fish', files: [] }])
  expect(fine(await claim({ answers: { meal: 'fish' } })).body.booked.number).toBe(booked.number)
})

test('staff may skip the questions, and any answers they give are validated', async () => {
  const event = await createFormEvent({ ask_phone: 'required' })
  const make = (more: object) => shop.owner.post('/api/admin/booking', { ...slot(event), first_name: 'Kim', ...more })
  expect((await readAnswers(fine(await make({})).body.number)).lines).toEqual([])
  expect((await make({ answers: { meal: 'x' } })).body.messages).toHaveProperty(['answers.meal'])
  expect((await readAnswers(fine(await make({ answers: { meal: 'veg' } })).body.number)).lines).toHaveLength(1)
})

test('answers appear at check-in and in the export', async () => {
  const event = await createFormEvent({ attendance: true })
  const made = fine(await book(event, { answers: { meal: 'fish' } })).body
  const row = await readRow(made.number)
  await beginIn(row.session, 0)
  const codes = async () =>
    db().rows<{ seat_no: number; short: string }>(sql`select seat_no, short from booking_seat where booking_id = ${row.id}`)
  const [code] = await codes()
  const answer = await scanned(await device(), code?.short ?? '', {})
  expect(answer).toMatchObject({ result: 'ok', answers: [{ title: 'Which meal?', answer: 'With fish' }] })
  const run = fine(await shop.owner.post('/api/admin/sheet/booking/export', { format: 'csv', query: { q: made.number } })).body
  await shop.it.jobs()
  const file = await shop.owner.get(`/api/admin/transfer/${run.id}/file`)
  expect(file.raw.body).toContain('Which meal?: With fish')
})

test('an event may require a phone number of guests who book, hold or take an offer', async () => {
  const event = await createFormEvent({ ask_phone: 'required', price: '80.00' })
  const answers = { meal: 'veg' }
  expect((await guest().post('/api/event/hold', slot(event, { answers }))).body.messages).toEqual({ phone: ['This field is required.'] })
  expect((await guest().post('/api/event/hold', slot(event, { answers, phone: '91234567' }))).body.messages).toHaveProperty('country_code')
  const phone = { country_code: '852', phone: '91234567' }
  const hold = fine(await guest().post('/api/event/hold', slot(event, { answers, ...phone }))).body
  expect(await db().one(sql`select phone, country_code from booking where hold_key = ${hold.subject_id}`)).toEqual(phone)
  const free = await createFormEvent({ ask_phone: 'required' })
  expect((await book(free, { answers })).body.messages).toEqual({ phone: ['This field is required.'] })
  expect((await readRow(fine(await book(free, { answers, ...phone })).body.number)).phone).toBe('91234567')
  expect(fine(await guest().post('/api/event', { url: free.url })).body.ask_phone).toBe('required')
})

test('the rules of the form hold: who may answer, until when, how many, and once each', async () => {
  const answers = { meal: 'veg' }
  const set = async (event: { form: number }, to: ReturnType<typeof sql>) => db().run(sql`update form set ${to} where id = ${event.form}`)
  const event = await createFormEvent()
  await set(event, sql`allow_guest = false`)
  expect((await book(event, { answers })).body.code).toBe('FORM_NEEDS_ACCOUNT')
  await set(event, sql`allow_guest = true, closes_at = now()`)
  expect((await book(event, { answers })).body.code).toBe('FORM_CLOSED')
  await set(event, sql`closes_at = null, limit_submit = true`)
  fine(await book(event, { ...createContact('once'), answers }))
  expect((await book(event, { ...createContact('Once'), answers })).body.code).toBe('FORM_SUBMITTED')
  await set(event, sql`limit_submit = false, max_submissions = 2`)
  const both = await Promise.all(['one', 'two', 'three'].map((name) => book(event, { ...createContact(name), answers })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([2])
})

test('a file question is answered with the token of its upload', async () => {
  const form = await makeForm(field('paper', { type: 'file', required: true }))
  const event = await createFormEvent({}, form)
  const edge = 'edge'
  const part = (name: string, more: string, value: string) =>
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  const body = Buffer.from(`${part('key', '', 'paper')}${part('file', '; filename="a.pdf"', pdf)}--${edge}--\r\n`)
  const upload = await guest().post(`/api/form/${form.url}/upload`, body, { 'content-type': `multipart/form-data; boundary=${edge}` })
  const { token } = fine(upload).body
  expect((await book(event, { answers: { paper: ['forged.aaaaaaaaaaaaaaaaaaaaaaaa'] } })).body.messages).toHaveProperty(['answers.paper'])
  const made = fine(await book(event, { answers: { paper: [token] } })).body
  expect((await readAnswers(made.number)).lines[0]).toMatchObject({ answer: 'a.pdf', files: [{ name: 'a.pdf' }] })
  expect((await book(event, { ...createContact('second'), answers: { paper: [token] } })).body.messages).toHaveProperty(['answers.paper'])
})

test('an event whose form was deleted asks no questions', async () => {
  const form = await questions()
  const event = await createFormEvent({}, form)
  fine(await shop.owner.delete(`/api/admin/form/${form.id}`))
  expect(fine(await shop.owner.get(`/api/admin/event/${event.id}`)).body.form_id).toBeNull()
  fine(await book(event))
})

test('a browser without scripts books by the HTML form of the page, and is sent back to it with the errors', async () => {
  const event = await createFormEvent()
  const post = (more: Record<string, string>) =>
    postForm({ ...createContact('noscript'), event_id: String(event.id), date: dayIn(3), time: '10:00', ...more }, { accept: 'text/html' })
  const back = await post({})
  expect([back.status, back.headers.location]).toEqual([303, expect.stringContaining(`/event/detail/${event.url}?problems=`)])
  const problems = new URL(String(back.headers.location), 'http://shop.test').searchParams.get('problems')
  expect(fine(await guest().post('/api/event', { url: event.url, problems })).body.problems).toEqual({
    'answers.meal': ['This field is required.'],
  })
  const on = await post({ 'answers[meal]': 'veg' })
  expect([on.status, on.headers.location]).toEqual([303, expect.stringMatching(/^\/event\/detail\/success\?booking=BK.*&token=BK/)])
})
