import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { sql, storeFile } from 'stoa'
import { type Answer, type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let cookie: string
beforeAll(async () => {
  it = await testApp(['catalogue', 'loyalty'])
  await it.staff('owner')
  const login = await it.app.http.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email: 'staff1@shop.test', password: 'a long password' },
  })
  cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
})
afterAll(() => it.close())

/** Sends a form as a browser does. */
async function form(
  url: string,
  fields: Record<string, string>,
  files: Record<string, { bytes: Buffer; name: string }> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const boundary = 'stoa-test-boundary'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...Object.entries(files).flatMap(([name, file]) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${file.name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  const raw = await it.app.http.inject({
    method: 'POST',
    url,
    payload: Buffer.concat(parts),
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
  return { status: raw.statusCode, body: raw.json(), headers: raw.headers, raw }
}

const png = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#7d9a78' } })
    .png()
    .toBuffer()

test('a product is created from a form with nested keys and a picture, as in the specification', async () => {
  const made = await form(
    '/api/admin/product',
    {
      name: 'Teapot',
      sku: 'POT',
      url: 'teapot',
      language: 'default',
      visibled: '1',
      'stocks[0][price]': '480',
      'stocks[0][points_to_redeem]': '0',
      'stocks[0][redemption_limit]': '0',
    },
    { 'images[0][path]': { bytes: await png(), name: 'pot.png' } },
  )
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body.stocks[0]).toMatchObject({ price: '480.00', sku: 'POT-stock1' })
  const path = made.body.images[0].path as string
  const picture = await it.app.http.inject({ url: `/files/${path}` })
  expect(picture.headers['content-type']).toBe('image/png')
  expect(picture.headers['content-security-policy']).toContain('sandbox')
  const small = await it.app.http.inject({ url: `/files/${path}?w=320` })
  expect(small.headers['content-type']).toBe('image/webp')
  expect((await sharp(small.rawPayload).metadata()).width).toBe(320)
})

test('a client that accepts avif gets it once it is encoded, and webp until then', async () => {
  const { path } = (await form('/api/admin/upload', { type: 'image' }, { file: { bytes: await png(), name: 'tea.png' } })).body
  const requestImage = () => it.app.http.inject({ url: `/files/${path}?w=320`, headers: { accept: 'image/avif,image/webp,*/*' } })
  expect((await requestImage()).headers).toMatchObject({ 'content-type': 'image/webp', vary: expect.stringContaining('accept') })
  await vi.waitFor(async () => expect((await requestImage()).headers['content-type']).toBe('image/avif'), {
    timeout: 10_000,
    interval: 100,
  })
  expect((await it.app.http.inject({ url: `/files/${path}?w=320` })).headers['content-type']).toBe('image/webp')
})

test('a form update with _method changes only the named globals and the texts of its language', async () => {
  const { body } = await form('/api/admin/brand', { title: 'Cloud', url: 'cloud', language: 'en-US' })
  const changed = await form(`/api/admin/brand/${body.id}`, {
    _method: 'PUT',
    title: '雲嶺',
    url: 'ignored',
    enabled: '0',
    globals: 'enabled',
    language: 'zh-HK',
  })
  expect(changed.body, JSON.stringify(changed.body)).toMatchObject({ title: '雲嶺', url: 'cloud', enabled: false })
  const refused = await form(`/api/admin/brand/${body.id}`, { title: 'x' })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.messages)).toEqual(['_method'])
})

test('file types are detected by content, not by name', async () => {
  const html = await form(
    '/api/admin/upload',
    { type: 'image' },
    { file: { bytes: Buffer.from('<html><script>alert(1)</script>'), name: 'harmless.png' } },
  )
  expect(html.body.messages.file[0]).toContain('picture')
  const words = await form('/api/admin/upload', { type: 'file' }, { file: { bytes: Buffer.from('a,b\n1,2'), name: 'a.csv' } })
  expect(words.body.messages).toEqual({
    file: ['Please upload a file of one of these types: png, jpg, gif, webp, avif, pdf, xlsx, zip, svg.'],
  })
  const broken = await form(
    '/api/admin/upload',
    { type: 'image' },
    { file: { bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50)]), name: 'a.png' } },
  )
  expect(broken.status).toBe(422)
})

test('a truncated picture is refused at its field, and nothing of it is stored', async () => {
  const noise = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: '#7d9a78', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
  const count = async () => (await it.kernel.db.one<{ n: number }>(sql`select count(*) as n from file`))?.n
  const before = await count()
  for (const whole of [noise().png(), noise().jpeg(), noise().webp(), noise().gif()]) {
    const bytes = await whole.toBuffer()
    const half = { bytes: bytes.subarray(0, bytes.length / 2), name: 'half' }
    const sent = await form('/api/admin/upload', { type: 'image' }, { file: half })
    expect([sent.status, Object.keys(sent.body.messages)]).toEqual([422, ['file']])
    const named = await form('/api/admin/brand', { title: 'Half', url: 'half' }, { image: half })
    expect([named.status, Object.keys(named.body.messages)]).toEqual([422, ['image']])
  }
  expect(await count()).toBe(before)
})

test('each upload error names its own reason, in three languages', async () => {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#7d9a78' } })
  const pixels = await flat(8_000, 6_000).png({ compressionLevel: 9 }).toBuffer()
  const noise = await sharp({
    create: { width: 90, height: 90, channels: 3, background: '#7d9a78', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .png()
    .toBuffer()
  // Identical frames would be stored as one.
  const shades = Buffer.concat(Array.from({ length: 42 }, (_, i) => Buffer.alloc(1_000 * 1_000 * 3, i * 6)))
  const frames = await sharp(shades, { raw: { width: 1_000, height: 42_000, channels: 3, pageHeight: 1_000 } })
    .withExif({ IFD0: { Copyright: 'x' } })
    .webp({ loop: 0, effort: 0 })
    .toBuffer()
  const svg = Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')
  const getUploadMessages = async (bytes: Buffer, language: string) => {
    const answer = await form(
      '/api/admin/upload',
      { type: 'image' },
      { file: { bytes, name: 'a' } },
      { cookie: `${cookie}; admin_language=${language}` },
    )
    expect(answer.status).toBe(422)
    return answer.body.messages.file[0] as string
  }
  expect(await getUploadMessages(pixels, 'en-US')).toBe('This image has 48 megapixels. Use a smaller one: the maximum is 40.')
  expect(await getUploadMessages(noise.subarray(0, noise.length / 2), 'en-US')).toBe(
    'This image is damaged or incomplete. Save it again and upload the new file.',
  )
  expect(await getUploadMessages(frames, 'en-US')).toBe(
    'The frames of this image add up to 42 megapixels. Use fewer or smaller frames: the maximum is 40.',
  )
  expect(await getUploadMessages(svg, 'en-US')).toBe('This SVG has no content that can be shown safely. Save it as a plain SVG or as PNG.')
  expect(await getUploadMessages(Buffer.from('no picture'), 'en-US')).toBe('Please upload a picture of type svg, jpeg, png, gif or webp.')
  for (const language of ['zh-HK', 'zh-CN']) {
    const texts = [
      await getUploadMessages(pixels, language),
      await getUploadMessages(noise.subarray(0, noise.length / 2), language),
      await getUploadMessages(frames, language),
      await getUploadMessages(svg, language),
    ]
    expect(new Set(texts).size).toBe(4)
    for (const text of texts) expect(text).toMatch(/[\u4e00-\u9fff]/)
  }
})

test('a body larger than the upload limit is refused with the file size limit', async () => {
  const answer = await form('/api/admin/upload', { type: 'file' }, { file: { bytes: Buffer.alloc(60 * 1024 * 1024), name: 'a.zip' } })
  expect([answer.status, answer.body.messages]).toEqual([413, ['Maximum upload file size: 2 MB']])
})

test('an SVG is sanitized of anything executable', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(1)</script><foreignObject><body/></foreignObject><a href="javascript:alert(1)"><rect width="10" height="10" fill="red" onclick="x()"/></a><image href="https://evil.test/x.png"/><linearGradient id="g"/></svg>'
  const made = await form('/api/admin/upload', { type: 'image' }, { file: { bytes: Buffer.from(svg), name: 'a.svg' } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const stored = (await it.app.http.inject({ url: made.body.url })).body
  expect(stored).toContain('<rect')
  expect(stored).toContain('viewBox')
  expect(stored).toContain('linearGradient')
  expect(stored).not.toMatch(/script|onload|onclick|foreignObject|javascript|href|evil/i)
  const bomb = await form(
    '/api/admin/upload',
    { type: 'image' },
    { file: { bytes: Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), name: 'a.svg' } },
  )
  expect(bomb.status).toBe(422)
})

test('a file over two megabytes is refused with the specified message', async () => {
  const noise = Buffer.concat([await png(), Buffer.alloc(2 * 1024 * 1024)])
  const refused = await form('/api/admin/upload', { type: 'image' }, { file: { bytes: noise, name: 'big.png' } })
  expect(JSON.stringify(refused.body.messages)).toContain('Maximum upload file size: 2 MB')
})

test('a form that has no boundary, is truncated, or targets a prototype is refused', async () => {
  const send = (payload: string, type: string) =>
    it.app.http.inject({
      method: 'POST',
      url: '/api/admin/brand',
      payload,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': type },
    })
  expect((await send('x', 'multipart/form-data')).statusCode).toBe(400)
  expect((await send('--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nhal', 'multipart/form-data; boundary=b')).statusCode).toBe(
    400,
  )
  expect((await form('/api/admin/brand', { '__proto__[x]': '1', title: 'x' })).status).toBe(400)
  expect((await form('/api/admin/brand', { 'a[b][c][d][e][f][g]': '1' })).status).toBe(400)
})

test('paths outside the file folder return 404', async () => {
  for (const path of ['../../package.json', 'img/../../../etc/passwd', '%2e%2e/%2e%2e/etc/passwd', 'img/00/000000000000000000000000.png']) {
    expect((await it.app.http.inject({ url: `/files/${path}` })).statusCode, path).toBe(404)
  }
})

test('a private file opens only with a signed URL of its own', async () => {
  const { storeFile, signedPath } = await import('../../core/index.ts')
  const pdf = Buffer.from('%PDF-1.4 invoice')
  const store = () => storeFile(it.kernel, it.kernel.db, { bytes: pdf, name: 'invoice.pdf', type: 'file', trusted: true, isPrivate: true })
  const [one, two] = [await store(), await store()]
  const get = (url: string) => it.app.http.inject({ url })
  expect((await get(`/files/${one.path}`)).json()).toMatchObject({
    code: 'NO_FILE_PERMISSION',
    messages: ['You do not have permission to download this file'],
  })
  const good = await get(signedPath(it.kernel.config, one.path))
  expect(good.statusCode).toBe(200)
  expect(good.headers['content-disposition']).toBe('attachment')
  expect((await get(signedPath(it.kernel.config, one.path).replace(one.path, two.path))).statusCode).toBe(403)
  expect((await get(signedPath(it.kernel.config, one.path, -1))).statusCode).toBe(403)
})

test('a picture is stored upright without EXIF data; one without EXIF is unchanged', async () => {
  const shot = sharp({ create: { width: 80, height: 60, channels: 3, background: '#7d9a78' } })
  const photo = await shot
    .jpeg()
    .withExif({ IFD0: { Artist: 'Zephyrine' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 17/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const stored = async (bytes: Buffer, isPrivate: boolean) => {
    const file = await storeFile(it.kernel, it.kernel.db, { bytes, name: 'a.jpg', type: 'file', trusted: true, isPrivate })
    return { ...file, bytes: await readFile(join(it.kernel.config.dataDir, 'files', file.path)) }
  }
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  for (const isPrivate of [false, true]) {
    const saved = await stored(photo, isPrivate)
    const { exif, format } = await sharp(saved.bytes).metadata()
    expect({ exif, format, width: saved.width, height: saved.height, size: saved.size }).toEqual({
      exif: undefined,
      format: 'jpeg',
      width: 60,
      height: 80,
      size: saved.bytes.length,
    })
    expect(saved.bytes.includes('Zephyrine')).toBe(false)
  }
  const plain = await png()
  expect((await stored(plain, false)).bytes.equals(plain)).toBe(true)
})
