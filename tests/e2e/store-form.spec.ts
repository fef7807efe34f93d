// of ui-store docs/examples
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { test } from '@playwright/test'
import { build, type Plugin } from 'vite'
import { getPart } from '../../cli/build/screens.ts'
import { seriousFaults } from './support.ts'
import { expect } from './test.ts'

/** A submitted form, and the function that sends the response. */
interface SentForm {
  type: string
  body: string
  answer: (status: number, body: object) => void
}

/** The values of a multipart form without files. */
const parseParts = (body: string) =>
  Object.fromEntries([...body.matchAll(/name="([^"]+)"\r\n\r\n(.*?)\r\n--/gs)].map(([, name, value]) => [name, value]))

const here = (path: string) => join(import.meta.dirname, path)
let server: Server
let url = ''
let arrive: (form: SentForm) => void = () => {}
/** Resolves with the next submitted form. */
const next = () => new Promise<SentForm>((resolve) => (arrive = resolve))

/** The store build resolves the screens of the example by their names. */
const example: Plugin = {
  name: 'example',
  resolveId: (id) => (id === 'virtual:store-plugins' ? `\0${id}` : undefined),
  load: (id) =>
    id === '\0virtual:store-plugins'
      ? `${getPart(here('../../docs/examples/repair/store'), 'repair', 'repair')}\nexport const parts = [repair]`
      : undefined,
}

test.beforeAll(async () => {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [example],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, cssCodeSplit: false, rolldownOptions: { input: here('store-form/page.tsx') } },
  })
  const files = [made].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  const answers = new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]))
  const [script, style] = [files.find((file) => file.type === 'chunk' && file.isEntry), files.find((file) => file.type === 'asset')]
  answers.set(
    '/',
    `<!doctype html><html lang="en"><title>Repair</title><link rel="stylesheet" href="/${style?.fileName}">
      <div id="root"></div><script type="module" src="/${script?.fileName}"></script></html>`,
  )
  server = createServer(async (request, reply) => {
    const file = answers.get(request.url ?? '')
    const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
    if (file !== undefined) return void reply.setHeader('content-type', types[extname(request.url ?? '')] ?? 'text/html').end(file)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    arrive({
      type: request.headers['content-type'] ?? '',
      body: Buffer.concat(parts).toString('latin1'),
      answer: (status, payload) => void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(payload)),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
test.afterAll(() => void server.close())

test('errors are shown beside their fields, the first invalid field gets the focus, and the rest is summarized above', async ({ page }) => {
  await page.goto(url)
  await expect(page.getByLabel('Photo')).toHaveAccessibleName('Photo (optional)')
  await page.getByLabel('Your name').fill('Kim')
  let sent = next()
  await page.getByRole('button', { name: 'Send' }).click()
  const { type, body, answer } = await sent
  // Sent as a form, so that the server parses each text by its field type.
  expect(type).toMatch(/^multipart\/form-data/)
  expect(parseParts(body)).toEqual({ name: 'Kim', email: '', broken: '', language: 'en-US' })
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true')
  answer(422, { messages: { broken: ['Say what is broken.'], email: ['Leave an address.'], shelf: ['The shelf is full.'] } })
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Leave an address.')
  await expect(page.getByLabel('What is broken')).toHaveAccessibleDescription('Say what is broken.')
  await expect(page.getByRole('alert')).toHaveText('The shelf is full.')
  expect(await seriousFaults(page)).toEqual([])

  await page.getByLabel('Email').fill('kim@shop.test')
  sent = next()
  await page.keyboard.press('Enter')
  ;(await sent).answer(429, { messages: ['Too often.'] })
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Too often.')
  await expect(page.locator('.field-problem')).toHaveCount(0)
})

test('a selected file can be removed, and an upload with the form shows its progress', async ({ page }) => {
  await page.goto(url)
  for (const [label, text] of Object.entries({ 'Your name': 'Kim', Email: 'kim@shop.test', 'What is broken': 'The lamp' }))
    await page.getByLabel(label).fill(text)
  const photo = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.alloc(1_500_000, 'x') }
  await page.getByLabel('Photo').setInputFiles(photo)
  await expect(page.getByText('lamp.png · 1.5 MB')).toBeVisible()
  await page.getByRole('button', { name: 'Remove lamp.png' }).click()
  await expect(page.getByLabel('Photo')).toBeFocused()
  await expect(page.getByText('lamp.png · 1.5 MB')).toHaveCount(0)
  let sent = next()
  await page.getByRole('button', { name: 'Send' }).click()
  const plain = await sent
  expect(parseParts(plain.body)).not.toHaveProperty('photo')
  plain.answer(422, { messages: { photo: ['Show us.'] } })
  await expect(page.getByLabel('Photo')).toBeFocused()

  await page.getByLabel('Photo').setInputFiles(photo)
  sent = next()
  await page.getByRole('button', { name: 'Send' }).click()
  const { type, body, answer } = await sent
  expect(type).toMatch(/^multipart\/form-data/)
  expect(body).toContain('name="photo"; filename="lamp.png"')
  expect(body).toMatch(/name="language"\r\n\r\nen-US/)
  await expect(page.getByRole('progressbar', { name: 'Uploading lamp.png' })).toHaveJSProperty('value', 1)
  answer(201, { id: 1 })
  await expect(page.getByRole('status')).toContainText('We will write to you.')
})
