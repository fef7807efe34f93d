import { addDays } from 'stoa/calendar-date'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Answer, Client } from '../../../tests/support/app.ts'
import { toLocalDate } from '../domain/clock.ts'
import { createTeam } from './team.ts'

const shop = suite(['attendance', 'notes', 'sheets', 'calendar'])
const team = createTeam(shop)
const zone = 'Asia/Hong_Kong'
const today = toLocalDate(Date.now(), zone)
const PIN = '2580'
let count = 0

beforeAll(async () => {
  await shop.owner.put('/api/admin/settings/employee', { enabled: true })
})

/** An employee with an account of their own and a PIN. */
async function employ(input: Record<string, unknown> = {}): Promise<{ client: Client; id: number; staff_no: string }> {
  const client = await shop.it.staff([])
  const staff_no = `K-${++count}X`
  const id = await team.linkLast(await team.hire({ time_zone: zone, staff_no, ...input }))
  const set = await client.put('/api/admin/my/kiosk_pin', { pin: PIN })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return { client, id, staff_no }
}

async function addKiosk(input: Record<string, unknown> = {}): Promise<number> {
  const made = await shop.owner.post('/api/admin/hr_kiosk', { name: `Entrance ${++count}`, ...input })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}
const createCode = async (id: number): Promise<string> => (await shop.owner.post(`/api/admin/hr_kiosk/${id}/pairing_code`)).body.code

const forgetPairings = () => shop.it.kernel.db.run(sql`delete from rate_limit where key like 'kiosk pairing %'`)
const pair = async (code: string): Promise<Answer> => shop.it.guest.post('/api/admin/kiosk/pair', { code })
const getCookie = (answer: Answer): string => String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''

interface Tablet {
  kiosk: number
  cookie: string
  punch(staff_no: string, pin?: string, direction?: string): Promise<Answer>
}

/** A tablet with a cookie. */
const toTablet = (kiosk: number, cookie: string): Tablet => ({
  kiosk,
  cookie,
  punch: (staff_no, pin = PIN, direction = 'in') => shop.it.guest.post('/api/admin/kiosk/punch', { staff_no, pin, direction }, { cookie }),
})

async function addTablet(input: Record<string, unknown> = {}): Promise<Tablet> {
  await forgetPairings()
  const kiosk = await addKiosk(input)
  return toTablet(kiosk, getCookie(await pair(await createCode(kiosk))))
}
const punchesOf = (id: number) =>
  shop.it.kernel.db.rows<{ source: string; device_id: string }>(sql`select * from hr_punch where employee_id = ${id} order by id`)

describe('pairing', () => {
  test('gives the tablet a cookie that no script and no other site can use, and stores hashes only', async () => {
    const kiosk = await addKiosk()
    const code = await createCode(kiosk)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
    const paired = await pair(code.toLowerCase().replace('-', ' '))
    expect(paired.status).toBe(200)
    const header = String([paired.headers['set-cookie']].flat()[0])
    expect(header).toMatch(/HttpOnly/i)
    expect(header).toMatch(/SameSite=Strict/i)
    const stored = JSON.stringify(await shop.it.kernel.db.one(sql`select * from hr_kiosk where id = ${kiosk}`))
    expect(stored).not.toContain(code.replace('-', ''))
    expect(stored).not.toContain(getCookie(paired).split('=')[1])
    const status = await shop.it.app.http.inject({ url: '/api/admin/kiosk', headers: { cookie: getCookie(paired) } })
    expect(status.json()).toMatchObject({ kiosk: { site: null }, time_zone: zone })
    const answer = JSON.stringify((await shop.owner.get(`/api/admin/hr_kiosk/${kiosk}`)).body)
    expect(answer).not.toContain('hash')
  })

  test('with a used code is refused', async () => {
    await forgetPairings()
    const code = await createCode(await addKiosk())
    expect((await pair(code)).status).toBe(200)
    expect((await pair(code)).body.code).toBe('WRONG_PAIRING_CODE')
  })

  test('with one code at the same time gives one tablet the kiosk', async () => {
    await forgetPairings()
    const code = await createCode(await addKiosk())
    const answers = await Promise.all(Array.from({ length: 5 }, () => pair(code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
  })

  test('with an expired, replaced or guessed code is refused, also that of a disabled kiosk', async () => {
    await forgetPairings()
    const kiosk = await addKiosk()
    const first = await createCode(kiosk)
    const second = await createCode(kiosk)
    expect((await pair(first)).status).toBe(422)
    await shop.it.kernel.db.run(sql`update hr_kiosk set pairing_expires_at = now() - interval '1 second' where id = ${kiosk}`)
    expect((await pair(second)).status).toBe(422)
    const third = await createCode(kiosk)
    const { version } = (await shop.owner.get(`/api/admin/hr_kiosk/${kiosk}`)).body
    expect((await shop.owner.put(`/api/admin/hr_kiosk/${kiosk}`, { enabled: false, version })).status).toBe(200)
    expect((await pair(third)).status).toBe(422)
    expect((await shop.owner.post(`/api/admin/hr_kiosk/${kiosk}/pairing_code`)).status).toBe(409)
  })

  test('is limited per network, so codes cannot be tried', async () => {
    await forgetPairings()
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => pair(`AAAA-AAA${n}`)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    await forgetPairings()
  })

  test('of another tablet unpairs the one before it', async () => {
    const tablet = await addTablet()
    const person = await employ()
    const next = toTablet(tablet.kiosk, getCookie(await pair(await createCode(tablet.kiosk))))
    expect((await tablet.punch(person.staff_no)).body.code).toBe('KIOSK_UNPAIRED')
    expect((await next.punch(person.staff_no)).status).toBe(201)
  })

  test('needs its permission, and a kiosk that exists', async () => {
    const kiosk = await addKiosk()
    expect((await (await shop.it.staff(['get hr kiosk'])).post(`/api/admin/hr_kiosk/${kiosk}/pairing_code`)).status).toBe(403)
    expect((await shop.owner.post('/api/admin/hr_kiosk/999999/pairing_code')).status).toBe(404)
    expect((await shop.it.guest.post(`/api/admin/hr_kiosk/${kiosk}/pairing_code`)).status).toBe(401)
  })
})

describe('a kiosk that is revoked records nothing:', () => {
  test('after it is unpaired', async () => {
    const [tablet, other, person] = [await addTablet(), await addTablet(), await employ()]
    expect((await shop.owner.post(`/api/admin/hr_kiosk/${tablet.kiosk}/unpair`)).status).toBe(200)
    expect((await tablet.punch(person.staff_no)).body.code).toBe('KIOSK_UNPAIRED')
    expect(await punchesOf(person.id)).toEqual([])
    expect((await other.punch(person.staff_no)).status).toBe(201)
  })

  test('after it is disabled, also when it is enabled again', async () => {
    const [tablet, person] = [await addTablet(), await employ()]
    for (const enabled of [false, true]) {
      const { version } = (await shop.owner.get(`/api/admin/hr_kiosk/${tablet.kiosk}`)).body
      expect((await shop.owner.put(`/api/admin/hr_kiosk/${tablet.kiosk}`, { enabled, version })).status).toBe(200)
      expect((await tablet.punch(person.staff_no)).body.code).toBe('KIOSK_UNPAIRED')
    }
    expect((await shop.owner.get(`/api/admin/hr_kiosk/${tablet.kiosk}`)).body.paired_at).toBeNull()
  })

  test('after it is deleted, without a cookie, and with a made-up one', async () => {
    const [tablet, person] = [await addTablet(), await employ()]
    expect((await shop.owner.delete(`/api/admin/hr_kiosk/${tablet.kiosk}`)).status).toBeLessThan(300)
    for (const cookie of [tablet.cookie, '', 'stoa_kiosk=', `stoa_kiosk=${'x'.repeat(3_000)}`, 'stoa_kiosk=%00'])
      expect((await toTablet(0, cookie).punch(person.staff_no)).body.code, cookie.slice(0, 20)).toBe('KIOSK_UNPAIRED')
    const status = await shop.it.app.http.inject({ url: '/api/admin/kiosk', headers: { cookie: tablet.cookie } })
    expect(status.json()).toMatchObject({ kiosk: null })
  })
})

describe('a punch at a kiosk', () => {
  test('is stored with the kiosk as its device, and the answer has name, time and direction alone', async () => {
    const site = await shop.owner.post('/api/admin/hr_site', { name: 'Shop', latitude: '22.2866', longitude: '114.1506', radius_m: 100 })
    const tablet = await addTablet({ site_id: site.body.id, name: 'Back door' })
    const person = await employ({ name: 'Wai Yee Chan' })
    const punched = await tablet.punch(person.staff_no.toLowerCase())
    expect(punched.status).toBe(201)
    expect(punched.body).toEqual({ name: 'Wai Yee Chan', time: expect.stringMatching(/^\d\d:\d\d$/), direction: 'in' })
    expect(await punchesOf(person.id)).toMatchObject([
      { source: 'kiosk', direction: 'in', device_id: `Back door (#${tablet.kiosk})`, outside: false, distance_m: 0, created_by: null },
    ])
    const { body } = await person.client.get('/api/admin/my/attendance')
    expect(body).toMatchObject({ next: 'out', punches: [{ direction: 'in' }] })
  })

  test('twice, at two kiosks and many at once, is one', async () => {
    const [one, other, person] = [await addTablet(), await addTablet(), await employ()]
    const answers = await Promise.all([one, other, one, other].map((tablet) => tablet.punch(person.staff_no)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await punchesOf(person.id)).toHaveLength(1)
  })

  test.each([
    ['an unknown staff number', () => ({ staff_no: 'NOBODY-1', pin: PIN })],
    ['a wrong PIN', async () => ({ staff_no: (await employ()).staff_no, pin: '9999' })],
    ['an employee who has left', async () => ({ staff_no: (await employ({ last_day: addDays(today, -1) })).staff_no, pin: PIN })],
    ['an employee who has not joined', async () => ({ staff_no: (await employ({ join_date: addDays(today, 2) })).staff_no, pin: PIN })],
    [
      'a disabled employee',
      async () => {
        const { id, staff_no } = await employ()
        await shop.it.kernel.db.run(sql`update hr_employee set enabled = false where id = ${id}`)
        return { staff_no, pin: PIN }
      },
    ],
    [
      'an employee without a PIN',
      async () => {
        const { id, staff_no } = await employ()
        expect((await shop.owner.post(`/api/admin/hr_employee/${id}/reset_kiosk_pin`)).status).toBe(200)
        return { staff_no, pin: PIN }
      },
    ],
  ])('of %s gets the same answer', async (_, prepare) => {
    const { staff_no, pin } = await prepare()
    const refused = await (await addTablet()).punch(staff_no, pin)
    expect(refused.status).toBe(422)
    const { request_id: _id, ...body } = refused.body
    expect(body).toMatchObject({ code: 'WRONG_PIN', messages: ['Staff number or PIN is wrong. Check both and try again.'] })
  })

  test.each([
    [{ staff_no: '', pin: PIN, direction: 'in' }, 'staff_no'],
    [{ staff_no: 'A', pin: '1'.repeat(9), direction: 'in' }, 'pin'],
    [{ staff_no: 'A'.repeat(41), pin: PIN, direction: 'in' }, 'staff_no'],
    [{ staff_no: 'A', pin: PIN, direction: 'auto' }, 'direction'],
    [{ staff_no: { $gt: '' }, pin: PIN, direction: 'in' }, 'staff_no'],
  ])('with %j is refused', async (body, field) => {
    const { cookie } = await addTablet()
    const refused = await shop.it.guest.post('/api/admin/kiosk/punch', body, { cookie })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual([field])
  })

  test.each(["' or 1=1 --", '%', '_', '陳大文', '\u202e1', 'ſ', '../../1', '\u0000', 'a\u0000b', '\ud800', '😀'])(
    'with the staff number %j is no error of the server',
    async (staff_no) => {
      const refused = await (await addTablet()).punch(staff_no)
      expect(refused.status).toBe(422)
    },
  )

  test('of another site is refused, and so is a huge body', async () => {
    const [tablet, person] = [await addTablet(), await employ()]
    const body = { staff_no: person.staff_no, pin: PIN, direction: 'in' }
    for (const headers of [{ origin: 'https://evil.example.com' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }])
      for (const [path, sent] of [
        ['punch', body],
        ['pair', { code: 'AAAA-AAAA' }],
      ] as const)
        expect((await shop.it.guest.post(`/api/admin/kiosk/${path}`, sent, { cookie: tablet.cookie, ...headers })).status).toBe(403)
    const huge = await shop.it.guest.post('/api/admin/kiosk/punch', { ...body, pin: '1'.repeat(20_000_000) }, { cookie: tablet.cookie })
    expect(huge.status).toBe(413)
    expect(await punchesOf(person.id)).toEqual([])
  })
})

describe('five wrong attempts', () => {
  test('lock the PIN, also for the right one, and HR is told once; a reset unlocks, and the employee sets a new PIN', async () => {
    const [tablet, other, person] = [await addTablet(), await addTablet(), await employ()]
    const codes: string[] = []
    for (let n = 0; n < 6; n++) codes.push((await (n % 2 === 0 ? tablet : other).punch(person.staff_no, '1357')).body.code)
    expect(codes).toEqual(['WRONG_PIN', 'WRONG_PIN', 'WRONG_PIN', 'WRONG_PIN', 'TOO_MANY', 'TOO_MANY'])
    const locked = await tablet.punch(person.staff_no.toLowerCase())
    expect(locked.status).toBe(429)
    expect(locked.body.messages[0]).toContain('locked')
    const notices = await shop.it.kernel.db.rows<{ params: object }>(
      sql`select params from notice where kind = 'attendance-pin-locked' and params->>'staff_no' = ${person.staff_no}`,
    )
    expect(notices).toHaveLength(1)
    expect((await shop.owner.post(`/api/admin/hr_employee/${person.id}/reset_kiosk_pin`)).status).toBe(200)
    expect((await tablet.punch(person.staff_no)).body.code).toBe('WRONG_PIN')
    expect((await person.client.get('/api/admin/my/kiosk_pin')).body).toEqual({ set_at: null })
    expect((await person.client.put('/api/admin/my/kiosk_pin', { pin: '8642' })).status).toBe(200)
    expect((await tablet.punch(person.staff_no, '8642')).status).toBe(201)
  })

  test('lock a staff number that nobody has in the same way', async () => {
    const tablet = await addTablet()
    const codes: string[] = []
    for (let n = 0; n < 6; n++) codes.push((await tablet.punch(n % 2 === 0 ? 'ghost-7' : 'GHOST-7', '1357')).body.code)
    expect(codes).toEqual(['WRONG_PIN', 'WRONG_PIN', 'WRONG_PIN', 'WRONG_PIN', 'TOO_MANY', 'TOO_MANY'])
  })

  test('at the same time check no more than five PINs', async () => {
    const [tablet, person] = [await addTablet(), await employ()]
    const guesses = Array.from({ length: 20 }, (_, n) => tablet.punch(person.staff_no, `90${10 + n}`))
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'WRONG_PIN')).toHaveLength(4)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(16)
  })

  test('are forgotten after a right one, which does not count for the kiosk', async () => {
    const [tablet, person] = [await addTablet(), await employ()]
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 3; n++) expect((await tablet.punch(person.staff_no, '1357')).body.code).toBe('WRONG_PIN')
      expect((await tablet.punch(person.staff_no)).status).toBe(201)
    }
    const row = await shop.it.kernel.db.one<{ hits: number }>(sql`select hits from rate_limit where key = ${`kiosk ${tablet.kiosk}`}`)
    expect(row?.hits).toBe(9)
  })

  test('of many employees lock the kiosk, not the employees at another', async () => {
    const [tablet, other, person] = [await addTablet(), await addTablet(), await employ()]
    await shop.it.kernel.db
      .run(sql`insert into rate_limit (key, hits, expires_at) values (${`kiosk ${tablet.kiosk}`}, 50, now() + interval '1 hour')
      on conflict (key) do update set hits = 50`)
    expect((await tablet.punch(person.staff_no)).status).toBe(429)
    expect((await other.punch(person.staff_no)).status).toBe(201)
  })
})

describe('a kiosk PIN', () => {
  test.each([
    ['123', 'Enter 4 to 8 digits.'],
    ['123456789', 'Enter 4 to 8 digits.'],
    ['12a4', 'Enter 4 to 8 digits.'],
    ['１２８４', 'Enter 4 to 8 digits.'],
    ['1111', 'Choose a PIN of different digits.'],
    ['3456', 'Choose a PIN that is not a sequence such as 1234.'],
    ['9876', 'Choose a PIN that is not a sequence such as 1234.'],
    ['7302', 'Choose a PIN other than your staff number.'],
  ])('%s is refused', async (pin, text) => {
    const client = await shop.it.staff([])
    await team.linkLast(await team.hire({ staff_no: `HK-7302-${++count}`.slice(0, 7) + '\u2019'.repeat(count % 30) }))
    const refused = await client.put('/api/admin/my/kiosk_pin', { pin })
    expect(refused.status).toBe(422)
    expect(refused.body.messages).toEqual({ pin: [text] })
  })

  test('is stored as a hash, shown to nobody, and erased with the person', async () => {
    const { id, client } = await employ()
    const row = await shop.it.kernel.db.one<{ pin_hash: string }>(sql`select pin_hash from hr_kiosk_pin where employee_id = ${id}`)
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/)
    expect((await client.get('/api/admin/my/kiosk_pin')).body).toEqual({ set_at: expect.any(String) })
    expect(JSON.stringify((await shop.owner.get(`/api/admin/hr_employee/${id}`)).body)).not.toContain('argon2')
  })

  test('is reset by staff with the permission who see the employee, and set by nobody else', async () => {
    const { id } = await employ()
    const path = `/api/admin/hr_employee/${id}/reset_kiosk_pin`
    expect((await (await shop.it.staff(['get hr employee', 'see all hr employee'])).post(path)).status).toBe(403)
    expect((await (await shop.it.staff(['get hr employee', 'reset hr kiosk pin'])).post(path)).status).toBe(404)
    const hr = await shop.it.staff(['get hr employee', 'see all hr employee', 'reset hr kiosk pin'])
    expect((await hr.post(path)).status).toBe(200)
    expect((await hr.put('/api/admin/my/kiosk_pin', { pin: PIN })).body.code).toBe('NO_EMPLOYEE_RECORD')
    expect((await shop.it.guest.put('/api/admin/my/kiosk_pin', { pin: PIN })).status).toBe(401)
  })
})
