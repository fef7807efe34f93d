import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['catalogue'])

test('the brand list omits the long description, which the brand page has', async () => {
  const made = await shop.owner.post('/api/admin/brand', {
    title: 'North Hill',
    url: 'north-hill',
    short_description: '<p>Small harvests.</p>',
    description: '<p>A long story.</p>',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const [row] = (await shop.it.guest.get('/api/brand')).body
  expect(row).toMatchObject({ title: 'North Hill', url: 'north-hill', short_description: '<p>Small harvests.</p>', image: null })
  expect(row).not.toHaveProperty('description')
  expect((await shop.it.guest.post('/api/brand', { url: 'north-hill' })).body.description).toBe('<p>A long story.</p>')
})
