// of core/file plugins/content ui-admin/src/widgets
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

test('a picture is uploaded into a folder, renamed, moved out and deleted', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/media')
  await page.getByRole('button', { name: 'Add folder' }).click()
  await page.getByLabel('Folder name').fill('Season')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Season' }).click()
  await expect(page.getByText('No files here')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel })
  await page.getByRole('button', { name: /dot\.png/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('full stop.png')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Details of “full stop.png”' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'None' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('No files here')).toBeVisible()
  await page.getByRole('button', { name: 'All files' }).click()
  await page.getByRole('button', { name: /full stop\.png/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: /full stop\.png/ })).toHaveCount(0)
})

test('a file in use is not deleted, and the reason is shown', async ({ page, baseURL }) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '' }
  const sent = await page.request.post('/api/admin/upload', {
    multipart: { type: 'image', file: { name: 'logo.png', mimeType: 'image/png', buffer: pixel } },
    headers,
  })
  const { id, path } = (await sent.json()) as { id: number; path: string }
  await page.request.put('/api/admin/settings/image', { data: { banner: path }, headers })
  await page.goto(`/admin/media?file=${id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This is used elsewhere and cannot be deleted.').first()).toBeVisible()
  await page.request.put('/api/admin/settings/image', { data: { banner: null }, headers })
})
