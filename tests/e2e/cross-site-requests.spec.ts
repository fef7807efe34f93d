// of core/access core/http
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signIn } from './support.ts'
import { expect, test } from './test.ts'

/** Serves a page on another port of the same machine: the same site for a browser, so requests carry our cookies. */
async function strangers(page: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'referrer-policy': 'no-referrer' }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() }
}

const form = (target: string, fields: Record<string, string>) =>
  `<form method="post" enctype="multipart/form-data" action="${target}">${Object.entries(fields)
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`

for (const [title, path, fields] of [
  [
    'makes no account with the session of staff',
    '/api/admin/account',
    { name: 'Eve', email: 'eve@evil.test', role_id: '1', password: 'a long password' },
  ],
  ['signs nobody in', '/api/login', { email: 'eve@evil.test', password: 'a long password' }],
  ['signs no member of staff out', '/api/admin/logout', {}],
] as const)
  test(`a page of another port that sends no referrer ${title}`, async ({ page, baseURL }) => {
    await signIn(page)
    const other = await strangers(form(`${baseURL}${path}`, fields))
    const answered = page.waitForResponse((r) => r.url().endsWith(path) && r.request().method() === 'POST')
    await page.goto(other.url)
    const answer = await answered
    other.close()
    expect(answer.request().headers().origin).toBe('null')
    expect(answer.status()).toBe(403)
    expect((await page.request.get(`${baseURL}/api/admin`)).status()).toBe(200)
  })
