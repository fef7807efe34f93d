import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { toFormData, suite } from 'stoa/testing'
import { CONSENT } from '../index.ts'

const shop = suite(['people', 'sheets'])
const put = (resource: string, csv: string) =>
  shop.owner.post(`/api/admin/${resource}/import`, toFormData({ file: new File([csv], 'export.csv') }))
const consents = (address: string) => shop.it.kernel.db.rows(sql`select state, source from consent where address_norm = ${address}`)
const isSubscribed = async (email: string) =>
  (await shop.it.kernel.db.one<{ yes: boolean }>(sql`select is_subscribe as yes from customer where email = ${email}`))?.yes

const woo = `ID,customer_id,user_login,user_email,user_registered,first_name,last_name,billing_phone,billing_country
7,7,may,may@woo.test,2022-01-02 03:04:05,May,Chan,+852 6123 4568,HK
`
const mailchimp = `Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,LEID,EUID
may@woo.test,May,2,2023-05-01 10:00:00,2023-05-01 10:05:00,9.9.9.9,2023-05-01 10:05:00,1,x
`

test('a customer sheet without a subscription column records no consent, so that imported consents apply', async () => {
  expect((await put('customer', woo)).body).toMatchObject({ summary: { create: 1, error: 0 } })
  expect([await consents('may@woo.test'), await isSubscribed('may@woo.test')]).toEqual([[], false])
  expect((await put('consent', mailchimp)).body).toMatchObject({ summary: { create: 1, error: 0 } })
  expect([await consents('may@woo.test'), await isSubscribed('may@woo.test')]).toEqual([
    [{ state: 'subscribed', source: 'Mailchimp' }],
    true,
  ])
  expect((await put('customer', woo)).body.summary).toMatchObject({ create: 0, change: 0, unchanged: 1 })
  expect(await isSubscribed('may@woo.test')).toBe(true)
})

test('an account imported after the consent of its address shows that consent', async () => {
  await put('consent', mailchimp.replaceAll('may@woo.test', 'ann@woo.test'))
  await put('customer', woo.replace('7,7,may,may@woo.test', '8,8,ann,ann@woo.test').replace('4568', '4569'))
  expect(await isSubscribed('ann@woo.test')).toBe(true)
})

test('a customer imported as not subscribed is recorded as unsubscribed', async () => {
  await put('customer', 'email,first_name,last_name,is_subscribe\nno@woo.test,No,One,0\nyes@woo.test,Yes,One,1\n')
  const state = (address: string) => shop.it.kernel.get(CONSENT).getState(shop.it.kernel.db, address)
  expect([await state('no@woo.test'), await state('yes@woo.test')]).toEqual(['unsubscribed', 'subscribed'])
})
