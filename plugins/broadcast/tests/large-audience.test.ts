import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { topicId } from './broadcast-fixture.ts'

const shop = suite(['broadcast', 'crm'])

test('a hundred thousand contacts are counted within a fraction of the statement timeout', { timeout: 120_000 }, async () => {
  await shop.it.kernel.db.run(sql`insert into crm_contact (first_name, name, email, source)
    select 'C' || n, 'C' || n, 'c' || n || '@mail.test', 'form' from generate_series(1, 100000) n`)
  await shop.it.kernel.db.run(sql`insert into consent (address_norm, state, reason, source)
    select 'c' || n || '@mail.test', case when n % 10 = 0 then 'unsubscribed' else 'subscribed' end, 'user', 'test' from generate_series(1, 90000) n`)
  const body = {
    channel: 'email',
    topic_id: await topicId(shop.it),
    audience: {
      include: [
        { kind: 'contacts', chosen: {} },
        { kind: 'contacts', chosen: { filter: { q: 'c1' } } },
      ],
      exclude: [],
    },
  }
  const begun = performance.now()
  const counted = await shop.owner.post('/api/admin/broadcast/count', body)
  const took = performance.now() - begun
  expect(counted.body).toMatchObject({ to_send: 81_000 })
  expect(took).toBeLessThan(shop.it.kernel.config.statementTimeout / 2)
})
