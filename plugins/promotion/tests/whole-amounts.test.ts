import { expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'

const shop = suite(['promotion', 'sheets'])

const whole = 'JPY has no decimals. Enter a whole amount.'
const setBase = async (code: string) => {
  const other = code === 'JPY' ? 'USD' : 'JPY'
  const supported_currencies = [code, other].map((identifier) => ({ identifier, rate: identifier === code ? '1' : '2', mark: '' }))
  expect((await shop.owner.put('/api/admin/settings/currency', { base_currency: code, supported_currencies })).status).toBe(200)
}
const off = (amount: string) => [{ type: 'amount_order', value: { amount } }]
const from = (amount: string) => [[{ type: 'min_subtotal', value: { amount } }]]

test('amounts of a rule must be whole in a currency without decimals, by every way of input', async () => {
  await setBase('JPY')
  const title = 'Off'
  const refused = await shop.owner.post('/api/admin/promotion', { title, actions: off('100.50'), conditions: from('1000.01') })
  expect([refused.status, refused.body.messages]).toEqual([422, { 'conditions.0.0.amount': [whole] }])
  const action = await shop.owner.post('/api/admin/promotion', { title, actions: off('100.50'), conditions: from('1000') })
  expect([action.status, action.body.messages]).toEqual([422, { 'actions.0.amount': [whole] }])
  const most = [{ type: 'percent_order', value: { percent: '7.5', most: '99.90' } }]
  const capped = await shop.owner.post('/api/admin/promotion', toFormData({ title, actions: JSON.stringify(most) }))
  expect([capped.status, capped.body.messages]).toEqual([422, { 'actions.0.most': [whole] }])
  const made = await shop.owner.post('/api/admin/promotion', { title, actions: off('100'), conditions: from('1000') })
  expect(made.status).toBe(201)
  const changed = await shop.owner.put(`/api/admin/promotion/${made.body.id}`, { actions: off('100.50') })
  expect([changed.status, changed.body.messages]).toEqual([422, { 'actions.0.amount': [whole] }])
  const { body } = await shop.owner.post('/api/admin/product', { type: 'general', name: 'Cup', stocks: [{ price: '100' }] })
  const tried = await shop.owner.post('/api/admin/promotion/try', { lines: [{ stock_id: body.stocks[0].id }], shipping: '9.99' })
  expect([tried.status, tried.body.messages]).toEqual([422, { shipping: [whole] }])
  const file = new File(['title,action,action_value\nSpring,amount_order,10.5\n'], 'rules.csv')
  const sheet = await shop.owner.post('/api/admin/promotion/import', toFormData({ file, dry_run: '1' }))
  expect(JSON.stringify(sheet.body), String(sheet.status)).toContain(whole)
})

test('older amounts with decimals stay in a currency without decimals until they are changed', async () => {
  await setBase('HKD')
  const rule = { title: 'Old', actions: off('99.50'), conditions: from('500.50') }
  const { body } = await shop.owner.post('/api/admin/promotion', rule)
  await setBase('JPY')
  const renamed = await shop.owner.put(`/api/admin/promotion/${body.id}`, { ...rule, title: 'Older' })
  expect([renamed.status, renamed.body.actions?.[0]?.value.amount]).toEqual([200, '99.50'])
  const changed = await shop.owner.put(`/api/admin/promotion/${body.id}`, { actions: off('98.50') })
  expect([changed.status, changed.body.messages]).toEqual([422, { 'actions.0.amount': [whole] }])
})
