import { execFileSync } from 'node:child_process'
import type { APIRequestContext } from '@playwright/test'
import { expect } from './test.ts'
import { shopEnv } from './product.ts'
import { STAFF } from './template.ts'

/** Session tokens by shop URL. */
const tokens = new Map<string, string>()

/** Calls the admin API as staff with all permissions. */
export async function staff(request: APIRequestContext, method: 'get' | 'put' | 'post', path: string, data?: object) {
  const shop = shopEnv()['DATABASE_URL'] ?? ''
  const token = tokens.get(shop) ?? (await (await request.post('/api/admin/login', { data: STAFF })).json()).token
  tokens.set(shop, token)
  const answer = await request[method](`/api/admin/${path}`, { ...(data ? { data } : {}), headers: { authorization: `Bearer ${token}` } })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** Output of a CLI command: staff cannot read links and codes. */
export const operator = (...words: string[]): string =>
  execFileSync(process.execPath, ['cli/bin.mjs', ...words], {
    env: shopEnv(),
    encoding: 'utf8',
  })

/** Path of the link in the newest mail to an address; jobs send the mails. */
export async function mailed(request: APIRequestContext, email: string, subject: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const { data } = await staff(request, 'get', `mail?q=${encodeURIComponent(email)}&fields=*`)
    const found = (data as { id: number; subject: string }[]).find((mail) => mail.subject === subject)
    text = found ? operator('mail', 'show', String(found.id)) : ''
    expect(text).toContain('http')
  }).toPass()
  const url = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  return url.pathname + url.search
}
