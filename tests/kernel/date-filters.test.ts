import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/** Date filters use days in the shop's time zone, whatever the time zone of the database. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const live = (time_zone: string) => it.kernel.settings.write(it.kernel, it.ctx, 'basic', { time_zone }, 'en-US')
/** Replaces all mails by mails with these timestamps. */
async function createMails(...moments: string[]): Promise<void> {
  await it.kernel.db.run(sql`delete from mail`)
  for (const at of moments)
    await it.kernel.db.run(sql`insert into mail (recipient, subject, text_body, created_at) values ('x@shop.test', ${at}, '', ${at})`)
}
const found = async (query: string): Promise<string[]> => {
  const { status, body } = await owner.get(`/api/admin/mail?${query}&sort=created_at&fields=*&limit=100`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ subject }: { subject: string }) => subject)
}

describe('a day', () => {
  test('starts and ends in Hong Kong eight hours before London', async () => {
    await live('Asia/Hong_Kong')
    const moments = ['2026-11-26T15:59:59.999Z', '2026-11-26T16:00:00Z', '2026-11-27T15:59:59.999Z', '2026-11-27T16:00:00Z']
    await createMails(...moments)
    expect(await found('created_at__gte=2026-11-27')).toEqual(moments.slice(1))
    expect(await found('created_at__lte=2026-11-27')).toEqual(moments.slice(0, 3))
    expect(await found('created_at__gte=2026-11-27&created_at__lte=2026-11-27')).toEqual(moments.slice(1, 3))
    expect(await found('created_at=2026-11-27')).toEqual(moments.slice(1, 3))
    await live('Europe/London')
    expect(await found('created_at=2026-11-27')).toEqual(moments.slice(2))
  })

  test('is an hour shorter or longer at a clock change, and is matched in full', async () => {
    await live('America/New_York')
    const moments = ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z']
    await createMails(...moments)
    expect(await found('created_at=2026-03-08')).toEqual(moments.slice(1, 3))
    const longer = ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']
    await createMails(...longer)
    expect(await found('created_at=2026-11-01')).toEqual(longer.slice(1, 3))
  })

  test('is the local calendar date, in any zone at any moment', async () => {
    const zones = fc.constantFrom('Asia/Hong_Kong', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Apia')
    const moments = fc.date({ min: new Date('2018-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
    await fc.assert(
      fc.asyncProperty(moments, zones, async (moment, zone) => {
        await live(zone)
        await createMails(moment.toISOString())
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment)
        expect(await found(`created_at=${day}`)).toHaveLength(1)
        expect(await found(`created_at__gte=${day}&created_at__lte=${day}`)).toHaveLength(1)
      }),
      { numRuns: 25 },
    )
  })

  test('that does not exist is refused by name; a timestamp is matched exactly', async () => {
    await live('Asia/Hong_Kong')
    for (const none of ['2026-02-30', '2026-13-01', '27/11/2026', '2026-11'])
      for (const way of ['', '__gte', '__lte'])
        expect((await owner.get(`/api/admin/mail?created_at${way}=${encodeURIComponent(none)}`)).status, `${way} ${none}`).toBe(422)
    await createMails('2026-11-27T10:00:00Z', '2026-11-27T10:00:01Z')
    expect(await found('created_at__gte=2026-11-27T10:00:01Z')).toHaveLength(1)
    expect(await found('created_at__lte=2026-11-27T10:00:00Z')).toHaveLength(1)
  })
})
