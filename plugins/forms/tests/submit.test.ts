import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { field, makeForm, getRefusal, withFields } from './form-fixture.ts'

const shop = suite(['forms', 'people'])
const send = (url: string, body: object, headers?: Record<string, string>) => shop.guest.post(`/api/form/${url}`, body, headers)
let from = 0
/** Each request comes from a different network address. */
const inject = (url: string, payload: object, headers: Record<string, string> = {}) =>
  shop.it.app.http.inject({ method: 'POST', url: `/api/form/${url}`, payload, headers, remoteAddress: `10.1.${from >> 8}.${from++ & 255}` })

async function customer(email: string) {
  const made = await shop.guest.post('/api/register', {
    email,
    first_name: 'Kim',
    last_name: 'Lee',
    password: 'a long password',
    password_confirmation: 'a long password',
  })
  const token = made.body.token ?? (await shop.guest.post('/api/login', { email, password: 'a long password' })).body.token
  expect(token, JSON.stringify(made.body)).toBeTruthy()
  return shop.it.as(token)
}

const count = async (id: number) =>
  shop.it.kernel.db.one<{ rows: number; counted: number }>(
    sql`select (select count(*)::int from form_submission where form_id = ${id}) as rows, submit_count as counted from form where id = ${id}`,
  )

test('answers are validated, and all errors are reported at once by key', async () => {
  const options = {
    options: [
      { value: 'red', label: 'Red' },
      { value: 'blue', label: 'Blue' },
      { value: 'grey', label: 'Grey' },
    ],
  }
  const { url } = await makeForm(
    shop.owner,
    withFields(
      field('name', { required: true }),
      field('mail', { additional_options: { rule: 'email' } }),
      field('site', { additional_options: { rule: 'url' } }),
      field('code', { additional_options: { pattern: '[A-Z]{2}\\d{3}', max: 5 } }),
      field('short', { additional_options: { min: 3 } }),
      field('colour', { type: 'single_select', additional_options: options }),
      field('colours', { type: 'multiple_checkbox', additional_options: { ...options, min: 2, max: 2 } }),
      field('plain', { additional_options: { rule: 'noSpecific' } }),
      field('off', { required: true, enabled: false }),
    ),
  )
  const wrong = await inject(url, {
    mail: 'x',
    site: 'ftp://x',
    code: 'ab1',
    short: 'a',
    colour: 'pink',
    colours: ['red'],
    plain: 'a<b',
    off: 'kept?',
  })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().messages).toEqual({
    name: ['This field is required.'],
    mail: ['Please enter a valid email address.'],
    site: ['This input must be a valid URL.'],
    code: ['This does not match the required format.'],
    short: ['Enter at least 3 characters.'],
    colour: ['Please choose one of the available options.'],
    colours: ['Please choose at least 2.'],
    plain: ['Please check your input.'],
  })
  expect((await inject(url, { name: '木', code: 'AB123', colours: ['red', 'blue'], off: 'x', stranger: 'y' })).statusCode).toBe(201)
  const { data } = (await shop.owner.get('/api/admin/form_submission?fields=*&limit=1')).body
  expect(data[0].answers).toEqual({ name: '木', code: 'AB123', colours: ['red', 'blue'] })
})

test('values of wrong types are rejected by key without a server error', async () => {
  const { url } = await makeForm(
    shop.owner,
    withFields(field('name'), field('many', { type: 'multiple_checkbox', additional_options: { options: ['a'] } })),
  )
  for (const value of [{}, [1], [[]], true, { $ne: 1 }]) expect((await inject(url, { name: value, many: value })).statusCode).toBe(422)
})

test('a name that comes twice in a multipart form holds all its values', async () => {
  const { url } = await makeForm(
    shop.owner,
    withFields(field('name'), field('many', { type: 'multiple_checkbox', additional_options: { options: ['a', 'b', 'c'] } })),
  )
  const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const body = `${part('many', 'a')}${part('name', 'Kim')}${part('many', 'b')}${part('many', 'c')}--x--\r\n`
  expect((await inject(url, body as never, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(201)
  const { data } = (await shop.owner.get('/api/admin/form_submission?fields=*&limit=1')).body
  expect(data[0].answers).toEqual({ name: 'Kim', many: ['a', 'b', 'c'] })
})

test('a hidden field is never required of a visitor, who cannot fill it', async () => {
  const { url } = await makeForm(shop.owner, withFields(field('name'), field('campaign', { type: 'hidden', required: true })))
  expect((await inject(url, { name: 'Kim' })).statusCode).toBe(201)
})

test('a pattern with catastrophic backtracking is stopped in time', async () => {
  const { url } = await makeForm(shop.owner, withFields(field('name', { additional_options: { pattern: '(a+)+b' } })))
  const began = Date.now()
  expect((await inject(url, { name: 'a'.repeat(60) })).statusCode).toBe(422)
  expect(Date.now() - began).toBeLessThan(2_000)
})

test('a phone number requires a country code, and a code alone is dropped', async () => {
  const { url } = await makeForm(shop.owner, withFields(field('phone', { type: 'phone' }), field('country_code', { type: 'hidden' })))
  const text = 'Please input country code if the phone field is not empty'
  expect((await inject(url, { phone: '9123 4567' })).json().messages).toEqual({ phone: [text] })
  expect((await inject(url, { phone: '9123 4567', country_code: '999' })).statusCode).toBe(422)
  expect((await inject(url, { country_code: '852' })).statusCode).toBe(201)
  expect((await inject(url, { phone: '9123 4567', country_code: '852' })).statusCode).toBe(201)
  const { data } = (await shop.owner.get('/api/admin/form_submission?fields=*&limit=2')).body
  expect(data.map((submission: any) => submission.answers)).toEqual([{ phone: '9123 4567', country_code: '852' }, {}])
})

test('rules between fields are enforced', async () => {
  const form = (rule: string) => ({ ...withFields(field('a'), field('b'), field('c')), rules: [{ rule, keys: ['a', 'b'] }] })
  const atLeastOneForm = await makeForm(shop.owner, form('at_least_one_required'))
  expect((await inject(atLeastOneForm.url, { c: 'x' })).json().messages).toEqual({ a: ['Please fill in at least one of these fields.'] })
  expect((await inject(atLeastOneForm.url, { b: 'x' })).statusCode).toBe(201)
  const others = await makeForm(shop.owner, form('others_required_if_field_not_empty'))
  expect((await inject(others.url, { a: 'x' })).json().messages).toEqual({ b: ['This field is required.'] })
  expect((await inject(others.url, { b: 'x' })).statusCode).toBe(201)
  const both = await makeForm(shop.owner, form('both_empty_or_both_value'))
  expect((await inject(both.url, { b: 'x' })).json().messages).toEqual({ a: ['This field is required.'] })
  expect((await inject(both.url, { c: 'x' })).statusCode).toBe(201)
})

test('hidden fields take the value of the form, and of the URL only where allowed', async () => {
  const { url } = await makeForm(
    shop.owner,
    withFields(
      field('name'),
      field('fixed', { type: 'hidden', additional_options: { default: 'shop' } }),
      field('campaign', { type: 'hidden', additional_options: { default: 'none', from_query: true } }),
    ),
  )
  expect(JSON.stringify((await shop.guest.get(`/api/form/${url}`)).body)).not.toContain('"shop"')
  await inject(url, { name: 'x', fixed: 'mine', campaign: 'spring' })
  expect((await inject(url, { name: 'x', campaign: 'x'.repeat(501) })).statusCode).toBe(422)
  const { data } = (await shop.owner.get('/api/admin/form_submission?fields=*&limit=1')).body
  expect(data[0].answers).toEqual({ name: 'x', fixed: 'shop', campaign: 'spring' })
})

test('answers are validated by the version that was loaded, one version back at most', async () => {
  const made = await makeForm(shop.owner)
  const ask = async (...fields: object[]) => {
    const { version } = (await shop.owner.get(`/api/admin/form/${made.id}`)).body
    expect((await shop.owner.put(`/api/admin/form/${made.id}`, { ...withFields(...fields), version })).status).toBe(200)
  }
  await ask(field('name', { required: true }), field('age', { required: true }))
  expect((await inject(made.url, { name: 'Kim' })).json().messages).toEqual({ age: ['This field is required.'] })
  expect((await inject(made.url, { name: 'Kim', form_version: 1 })).statusCode).toBe(201)
  await ask(field('age', { required: true }))
  const late = await inject(made.url, { name: 'Kim', form_version: 1 })
  expect([late.statusCode, late.json().code, late.json().messages]).toEqual([
    409,
    'FORM_CHANGED',
    ['The form has changed. Reload it and try again.'],
  ])
  expect((await inject(made.url, { age: '3', form_version: 9 })).json().code).toBe('FORM_CHANGED')
})

test('a disabled, closed, full or members-only form accepts no submission', async () => {
  const off = await makeForm(shop.owner, { ...withFields(field('name')), enabled: false })
  expect((await send(off.url, { name: 'x' })).status).toBe(404)
  expect((await shop.guest.get(`/api/form/${off.url}`)).status).toBe(404)
  const closed = await makeForm(shop.owner, { ...withFields(field('name')), closes_at: '2020-01-01T00:00:00Z' })
  expect((await shop.guest.get(`/api/form/${closed.url}`)).body.standing).toBe('closed')
  expect(getRefusal(await send(closed.url, { name: 'x' }))).toEqual([409, ['This form is closed.']])
  expect((await shop.guest.get(`/api/form/info/${closed.id}`)).body.code).toBe('FORM_CLOSED')
  const full = await makeForm(shop.owner, { ...withFields(field('name')), max_submissions: 1 })
  expect((await send(full.url, { name: 'x' })).status).toBe(201)
  expect((await send(full.url, { name: 'x' })).body.code).toBe('FORM_FULL')
  const ours = await makeForm(shop.owner, { ...withFields(field('name')), allow_guest: false })
  expect((await shop.guest.get(`/api/form/${ours.url}`)).body.code).toBe('FORM_NEEDS_ACCOUNT')
  expect((await send(ours.url, { name: 'x' })).body.code).toBe('FORM_NEEDS_ACCOUNT')
  const kim = await customer('kim.ours@shop.test')
  expect((await kim.post(`/api/form/${ours.url}`, { name: 'x' })).status).toBe(201)
})

test('of sixty concurrent submissions as many are accepted as there are places', async () => {
  const { id, url } = await makeForm(shop.owner, { ...withFields(field('name')), max_submissions: 7 })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => inject(url, { name: `n${i}` })))
  const codes = answers.map((answer) => answer.statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(7)
  expect(answers.filter((answer) => answer.statusCode !== 201).every((answer) => answer.json().code === 'FORM_FULL')).toBe(true)
  expect(await count(id)).toEqual({ rows: 7, counted: 7 })
})

test('of sixty concurrent submissions with one address one is accepted, in any spelling', async () => {
  const { id, url } = await makeForm(shop.owner, {
    ...withFields(field('email', { additional_options: { rule: 'email' } })),
    limit_submit: true,
  })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => inject(url, { email: i % 2 ? 'Kim@Shop.test' : ' kim@shop.test ' })),
  )
  // The response does not reveal whether an address has already submitted the form.
  expect([...new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))]).toEqual([expect.stringMatching(/^201 /)])
  expect(answers[0]?.statusCode).toBe(201)
  expect(await count(id)).toEqual({ rows: 1, counted: 1 })
})

test('a repeated address gets the same answer, nothing is stored, and its owner is emailed within the limit', async () => {
  const { db, settings } = shop.it.kernel
  const { id, url } = await makeForm(shop.owner, {
    ...withFields(field('first_name'), field('email', { additional_options: { rule: 'email' } })),
    limit_submit: true,
    confirm_submitter: false,
    notify_emails: ['desk@shop.test'],
  })
  const send = (email: string, first_name: string) => inject(url, { email, first_name })
  const [first, fresh] = [await send('repeat@shop.test', 'Ann'), await send('fresh@shop.test', 'Eve')]
  await settings.write(shop.it.kernel, shop.it.ctx, 'mail', { unrequested_per_day: 2 }, 'en-US')
  const repeats = [await send('repeat@shop.test', 'Eve'), await send('REPEAT@shop.test ', 'Eve'), await send('repeat@shop.test', 'Eve')]
  await settings.write(shop.it.kernel, shop.it.ctx, 'mail', { unrequested_per_day: 20 }, 'en-US')
  for (const answer of [fresh, ...repeats]) expect([answer.statusCode, answer.json()]).toEqual([first.statusCode, first.json()])
  expect(await count(id)).toEqual({ rows: 2, counted: 2 })
  expect(await db.rows(sql`select name from form_submission where form_id = ${id} order by id`)).toEqual([{ name: 'Ann' }, { name: 'Eve' }])
  const mails = await db.rows<{ recipient: string; subject: string }>(
    sql`select recipient, subject from mail where recipient in ('repeat@shop.test', 'fresh@shop.test') order by id`,
  )
  const expectedMail = { recipient: 'repeat@shop.test', subject: expect.stringMatching(/^You have already submitted/) }
  expect(mails).toEqual([expectedMail, expectedMail])
  const [staff] = await db.rows<{ n: number }>(sql`select count(*)::int as n from mail where recipient = 'desk@shop.test'`)
  expect(staff?.n).toBe(2)
})

test('an idempotency key used with a repeated address means one submission, as with any other', async () => {
  const { url } = await makeForm(shop.owner, {
    ...withFields(field('first_name'), field('email', { additional_options: { rule: 'email' } })),
    limit_submit: true,
  })
  expect((await inject(url, { email: 'known@shop.test', first_name: 'Ann' })).statusCode).toBe(201)
  const twice = async (email: string) => {
    const key = { 'idempotency-key': `answer-of-${email.slice(0, 5)}` }
    const send = (first_name: string) => inject(url, { email, first_name }, key)
    return [await send('Eve'), await send('Eve'), await send('Other')].map((answer) => [answer.statusCode, answer.json()])
  }
  expect(await twice('known@shop.test')).toEqual(await twice('other@shop.test'))
  const mails = await shop.it.kernel.db.rows(
    sql`select 1 from mail where recipient = 'known@shop.test' and subject like 'You have already%'`,
  )
  expect(mails).toHaveLength(1)
})

test('an account submits a limited form once, counting earlier ones; a guest without address once per browser', async () => {
  const made = await makeForm(shop.owner)
  const kim = await customer('kim.once@shop.test')
  expect((await kim.post(`/api/form/${made.url}`, { name: 'a' })).status).toBe(201)
  await shop.owner.put(`/api/admin/form/${made.id}`, { limit_submit: true, version: made.version })
  expect((await kim.post(`/api/form/${made.url}`, { name: 'b' })).body.code).toBe('FORM_SUBMITTED')
  expect((await kim.get(`/api/form/info/${made.id}`)).body).toMatchObject({ code: 'FORM_SUBMITTED' })
  const first = await inject(made.url, { name: 'c' })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  expect(first.statusCode).toBe(201)
  expect((await inject(made.url, { name: 'd' }, { cookie })).json().code).toBe('FORM_SUBMITTED')
  expect((await inject(made.url, { name: 'e' })).statusCode).toBe(201)
})

test('a submission that fills the honeypot field gets a success answer, and nothing is stored', async () => {
  const { id, url } = await makeForm(shop.owner)
  expect((await inject(url, { name: 'x', leave_blank: 'http://spam' })).statusCode).toBe(201)
  expect(await count(id)).toEqual({ rows: 0, counted: 0 })
})

test('submissions are rate limited', async () => {
  const { url } = await makeForm(shop.owner)
  const call = () => shop.it.app.http.inject({ method: 'POST', url: `/api/form/${url}`, payload: {}, remoteAddress: '10.9.9.9' })
  const codes = []
  for (let i = 0; i < 21; i++) codes.push((await call()).statusCode)
  expect([codes[0], codes.at(-1)]).toEqual([422, 429])
})

test('a browser without scripts is redirected to the page of the form with the errors', async () => {
  const { url } = await makeForm(shop.owner)
  const html = { accept: 'text/html,application/xhtml+xml', 'content-type': 'multipart/form-data; boundary=x' }
  const body = (value: string) =>
    `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${value}\r\n--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nzh-HK\r\n--x--\r\n`
  const wrong = await inject(url, body('') as never, html)
  expect(wrong.statusCode).toBe(303)
  const to = new URL(String(wrong.headers.location), 'http://x')
  expect(to.pathname).toBe(`/zh-HK/form/${url}`)
  const view = await shop.guest.get(`/api/form/${url}${to.search}`)
  expect(view.body.problems).toEqual({ name: ['此欄位必須填寫。'] })
  const forged = await shop.guest.get(`/api/form/${url}?problems=${Buffer.from('{"name":["Call us"]}').toString('base64url')}.abc`)
  expect(forged.body).not.toHaveProperty('problems')
  const right = await inject(url, body('Kim') as never, html)
  expect([right.statusCode, right.headers.location]).toEqual([303, `/zh-HK/form/${url}?sent=1`])
})
