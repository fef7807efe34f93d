import { afterAll, beforeAll, expect, test } from 'vitest'
import { sent, setting, type Setting } from './purchasing-fixture.ts'

let s: Setting
beforeAll(async () => {
  s = await setting(['sheets'])
  await sent(s, { tea: 6, pot: 2 }, { freight: '12.50', remark: '請電聯' })
})
afterAll(() => s.it.close())

/** A multipart form with a sheet. */
function form(csv: string): { payload: Buffer; headers: Record<string, string> } {
  const edge = 'sheet-edge'
  const payload = Buffer.from(
    `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="sheet.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n--${edge}--\r\n`,
  )
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } }
}

test.each(['supplier', 'po'])('%s is exported and reimported without changes', async (resource) => {
  const exported = await s.buyer.get(`/api/admin/${resource}/export?format=csv`)
  expect(exported.status).toBe(200)
  expect(String(exported.body)).toContain(resource === 'po' ? '請電聯' : 'W-TEA')
  const token = await fetchToken()
  const { payload, headers } = form(String(exported.body))
  const answer = await s.it.app.http.inject({
    method: 'POST',
    url: `/api/admin/${resource}/import`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ errors: [] })
  expect(answer.json().summary).toMatchObject({ create: 0, change: 0 })
})

async function fetchToken(): Promise<string> {
  const { body } = await s.it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })
  return body.token
}
