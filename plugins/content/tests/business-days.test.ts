import { describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { writing } from './content-fixture.ts'

/** Publication times and report days follow the time zone of the shop. */
const shop = suite(['content'])
const { made, fetchAsGuest } = writing(shop)
const past = '2026-01-01T00:00:00Z'
const day = 86_400_000
const iso = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Sets the shop to a time zone. */
const zone = async (time_zone: string) => {
  const { status, body } = await shop.owner.put('/api/admin/settings/basic', { time_zone })
  expect(status, JSON.stringify(body)).toBe(200)
}
const today = async () => (await shop.it.kernel.db.one<{ day: string }>(sql`select (select business_day())::text as day`))?.day ?? ''

describe('the date of an article', () => {
  test.each(['Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Hong_Kong'])(
    'shows it from the first moment of that day in %s on',
    async (name) => {
      await zone(name)
      const now = Date.parse(await today())
      const url = (at: string) => `${at}-${name.toLowerCase().replaceAll(/[^a-z]/g, '-')}`
      for (const [at, show_date] of [
        ['yesterday', iso(now - day)],
        ['today', iso(now)],
        ['tomorrow', iso(now + day)],
      ] as const)
        await made('article', { title: at, url: url(at), content: '<p>x</p>', show_date })
      expect((await fetchAsGuest('article', { url: url('today') })).date).toBe(iso(now))
      expect((await fetchAsGuest('article', { url: url('yesterday') })).date).toBe(iso(now - day))
      expect((await shop.guest.post('/api/article', { url: url('tomorrow') })).status).toBe(404)
      const part = (await shop.guest.get('/api/sitemap/article-1.xml')).body as string
      expect([url('today'), url('tomorrow')].map((address) => part.includes(address))).toEqual([true, false])
    },
  )

  test('sorts it, and articles of one day by creation time', async () => {
    const dated = (title: string, show_date: string) => made('article', { title, url: title, content: '<p>x</p>', show_date })
    await dated('b-first', '2026-02-28')
    await dated('b-second', '2026-02-28')
    await dated('a-after', '2026-03-01')
    const titles = (await shop.guest.get('/api/article?limit=100')).body.data.map((article: any) => article.title)
    expect(titles.filter((title: string) => /^[ab]-/.test(title))).toEqual(['a-after', 'b-second', 'b-first'])
  })
})

describe('a visit to a landing page', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const visit = (url: string, headers: Record<string, string> = browser) => shop.guest.post('/api/landing_page/visit', { url }, headers)
  const visits = (id: number) =>
    shop.it.kernel.db.rows<{ day: string; n: number }>(
      sql`select day::text as day, count(*)::int as n from landing_visit where landing_page_id = ${id} group by day order by day`,
    )
  const live = async (url: string) => {
    const page = await made('landing_page', { url, published_at: past })
    await shop.owner.post(`/api/admin/landing_page/${page.id}/publish`)
    return page
  }

  test('counts for the business day, and once more after the date changes', async () => {
    const page = await live('two-days')
    const days: string[] = []
    for (const name of ['Pacific/Niue', 'Pacific/Kiritimati']) {
      await zone(name)
      await visit('two-days')
      await visit('two-days')
      days.push(await today())
    }
    expect(days[0]).not.toBe(days[1])
    expect(await visits(page.id)).toEqual(days.map((day) => ({ day: day, n: 1 })))
  })

  test('counts per page: a visitor to two pages counts on each', async () => {
    const pages = [await live('first-of-two'), await live('second-of-two')]
    for (const { url } of pages) expect((await visit(url)).body).toEqual({ counted: true })
    const hashes = await shop.it.kernel.db.rows(
      sql`select distinct visitor_hash from landing_visit where landing_page_id = any(${pages.map(({ id }) => id)}::bigint[])`,
    )
    expect(hashes).toHaveLength(2)
  })

  test('does not count while the page is not published, or for staff', async () => {
    const draft = await made('landing_page', { url: 'draft', published_at: past })
    const waiting = await made('landing_page', { url: 'waiting', published_at: '2099-01-01T00:00:00Z' })
    await shop.owner.post(`/api/admin/landing_page/${waiting.id}/publish`)
    const page = await live('off-again')
    expect((await visit('off-again', { ...browser, cookie: 'stoa_admin=anything' })).headers['set-cookie']).toBeUndefined()
    await shop.owner.post(`/api/admin/landing_page/${page.id}/disable`)
    for (const url of ['draft', 'waiting', 'off-again']) expect((await visit(url)).body, url).toEqual({ counted: false })
    for (const { id } of [draft, waiting, page]) expect(await visits(id)).toEqual([])
  })

  test('is remembered by an HttpOnly cookie for thirty days', async () => {
    await live('remembered')
    const cookie = String((await visit('remembered')).headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Path=\//)
    expect(cookie).toMatch(/Max-Age=2592000/)
  })

  test('can be attributed until the end of its day, and then no longer', async () => {
    await live('salted')
    await visit('salted')
    await shop.it.clock('content/forget-salts')
    const salts = () => shop.it.kernel.db.rows<{ day: string }>(sql`select day::text as day from landing_salt`)
    expect(await salts()).toEqual([{ day: await today() }])
    await zone('Pacific/Niue')
    await visit('salted')
    expect(await salts()).toHaveLength(2)
    await zone('Pacific/Kiritimati')
    await shop.it.clock('content/forget-salts')
    expect(await salts()).toEqual([{ day: await today() }])
  })

  test('counts at most sixty times a minute per IP address', async () => {
    await live('busy')
    await shop.it.kernel.db.run(sql`delete from rate_limit`)
    for (let i = 0; i < 60; i++) expect((await visit('busy', { 'user-agent': `Mozilla/5.0 Firefox/${i}` })).status).toBe(200)
    expect((await visit('busy')).status).toBe(429)
  })

  test('is reported from the first to the last day, over ten years at most', async () => {
    const page = await live('reported')
    const report = (from: string, to: string) => shop.owner.post('/api/admin/report/landing', { landing_page_id: page.id, from, to })
    for (const [date, n] of [
      ['2027-12-31', 2],
      ['2028-02-29', 1],
      ['2028-03-01', 3],
    ] as const)
      for (let i = 0; i < n; i++)
        await shop.it.kernel.db.run(
          sql`insert into landing_visit (landing_page_id, day, visitor_hash) values (${page.id}, ${date}, ${Buffer.from([i])})`,
        )
    const { visit: found } = (await report('2027-12-31', '2028-03-01')).body
    expect(found.day).toHaveLength(62)
    expect([found.day[0], found.day.at(-2), found.day.at(-1)]).toEqual([
      { interval: '2027-12-31', count: 2 },
      { interval: '2028-02-29', count: 1 },
      { interval: '2028-03-01', count: 3 },
    ])
    expect(found.month).toEqual([
      { interval: '2027-12', count: 2 },
      { interval: '2028-01', count: 0 },
      { interval: '2028-02', count: 1 },
      { interval: '2028-03', count: 3 },
    ])
    expect(found.year).toEqual([
      { interval: '2027', count: 2 },
      { interval: '2028', count: 4 },
    ])
    expect((await report('2028-02-29', '2028-02-29')).body.visit.day).toEqual([{ interval: '2028-02-29', count: 1 }])
    // The first range spans 3,660 days, the second one day more.
    expect((await report('2026-01-01', '2036-01-09')).status).toBe(200)
    expect((await report('2026-01-01', '2036-01-10')).body.messages).toHaveProperty('to')
  })
})

test('moving the time of a published page hides it until then, and a disabled page stays disabled', async () => {
  const page = await made('landing_page', { url: 'moved-hour', published_at: past })
  const status = async () => (await shop.owner.get(`/api/admin/landing_page/${page.id}`)).body.status
  const put = (published_at: string) => shop.owner.put(`/api/admin/landing_page/${page.id}`, { published_at })
  await shop.owner.post(`/api/admin/landing_page/${page.id}/publish`)
  await put('2099-01-01T00:00:00Z')
  expect([await status(), (await shop.guest.post('/api/landing_page', { url: 'moved-hour' })).status]).toEqual(['pending', 404])
  await put(past)
  expect(await status()).toBe('published')
  await put('2099-01-01T00:00:00Z')
  expect((await shop.owner.post(`/api/admin/landing_page/${page.id}/disable`)).body.status).toBe('disabled')
  await put(past)
  expect(await status()).toBe('disabled')
  await shop.it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await shop.it.jobs()
  expect(await status()).toBe('disabled')
})

test('moving the time of a page several times schedules one job', async () => {
  const page = await made('landing_page', { url: 'often', published_at: '2099-01-01T00:00:00Z' })
  await shop.owner.post(`/api/admin/landing_page/${page.id}/publish`)
  for (const year of [2098, 2097, 2096])
    await shop.owner.put(`/api/admin/landing_page/${page.id}`, { published_at: `${year}-01-01T00:00:00Z` })
  const waiting = await shop.it.kernel.db.rows<{ at: string }>(
    sql`select run_at as at from graphile_worker._private_jobs where key = ${`go-live ${page.id}`}`,
  )
  expect(waiting.map(({ at }) => new Date(at).getUTCFullYear())).toEqual([2096])
})
