import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompiledField } from '../../core/resource/compile.ts'
import { projectRoot } from '../../core/root.ts'
import { id, sql } from '../../core/db/sql.ts'
import { type Answer, type Client, type TestApp, testApp } from '../support/app.ts'
import { UPLOAD, toArbitrary } from '../support/arbitrary.ts'
import { addFiles } from '../support/files.ts'

/**
 * A write-only secret is only as safe as the URL it is sent to: staff who may change only the URL must not be able to redirect the
 * secret. The test covers all declared settings and resources.
 */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp()
  await addFiles(it.kernel.db, [UPLOAD])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const SECRET = 'a secret of the shop 1234'
const RIGHT = 'https://right.example.com/path'
const ELSEWHERE = 'https://elsewhere.example.com/path'

interface Place {
  label: string
  fields: readonly CompiledField[]
  /** Writes values as staff with permission to change only this settings group or resource. */
  write(values: Record<string, unknown>): Promise<Answer>
  /** Sets values, whatever the current values are. */
  prepare(values: Record<string, unknown>): Promise<void>
  /** The stored value of a field. */
  stored(name: string): Promise<unknown>
}

function groupPlace(group: string): Place {
  return {
    label: `settings ${group}`,
    fields: it.kernel.settings.asResource(group).fields,
    write: async (values) => (await it.staff(['update configuration'])).put(`/api/admin/settings/${group}`, values),
    prepare: async (values) => {
      await it.kernel.db.run(sql`insert into setting (name, value) values (${group}, ${JSON.stringify(values)}::jsonb)
        on conflict (name) do update set value = excluded.value`)
      await it.kernel.settings.load()
    },
    stored: async (name) => it.kernel.settings.read(group, '*')[name],
  }
}

/** The minimum values for a row; referenced rows are created first. */
async function least(fields: readonly CompiledField[], n: number): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const uniqueValues: Record<string, string> = { url: RIGHT, key: `key_${n}`, slug: `word-${n}`, email: `a${n}@shop.test` }
  for (const { name, meta, schema } of fields) {
    if (!meta.required || meta.readOnly || meta.secret || meta.default !== undefined) continue
    if (meta.kind === 'one') values[name] = await someRow(meta.to ?? '')
    else if (meta.kind === 'text' || meta.kind === 'area') values[name] = `Text ${n}`
    else values[name] = uniqueValues[meta.kind] ?? fc.sample(toArbitrary(schema, { refs: () => ({}) }), { numRuns: 1, seed: n })[0]
  }
  return values
}

async function someRow(resource: string): Promise<number> {
  const { name, table, fields } = it.kernel.registry.resource(resource)
  const there = await it.kernel.db.one<{ id: number }>(sql`select id from ${id(table)} order by id limit 1`)
  return there?.id ?? (await it.kernel.resources.create(it.ctx, name, await least(fields, ++n))).id
}

let n = 0
async function resourcePlace(name: string): Promise<Place> {
  const r = it.kernel.registry.resource(name)
  let id = 0
  return {
    label: `resource ${name}`,
    fields: r.fields,
    write: async (values) => (await it.staff([`update ${name.replaceAll('_', ' ')}`])).put(`/api/admin/${name}/${id}`, values),
    prepare: async (values) => {
      id = (await it.kernel.resources.create(it.ctx, name, { ...(await least(r.fields, ++n)), ...values })).id
    },
    stored: async (field) => (await owner.get(`/api/admin/${name}/${id}`)).body[field],
  }
}

/** All declared settings groups and resources with both a secret and a URL. */
async function places(): Promise<Place[]> {
  const both = (fields: readonly CompiledField[]) => fields.some((f) => f.meta.secret) && fields.some((f) => f.meta.kind === 'url')
  const groups = [...it.kernel.registry.settings.keys()].map(groupPlace).filter((p) => both(p.fields))
  const resources = [...it.kernel.registry.resources.values()].filter((r) => both(r.fields) && r.verbs.includes('update'))
  return [...groups, ...(await Promise.all(resources.map((r) => resourcePlace(r.name))))]
}

const pairs = (p: Place) => p.fields.flatMap((f) => (f.meta.guards ?? []).map((secret): [string, string] => [f.name, secret]))

test('every URL field next to a secret declares which secret it guards', async () => {
  const found = await places()
  expect(found.map((p) => p.label)).toEqual(
    expect.arrayContaining(['settings sms', 'settings recaptcha', 'settings facebook', 'resource payment_method']),
  )
  for (const p of found)
    for (const f of p.fields.filter((field) => field.meta.kind === 'url')) expect(f.meta.guards, `${p.label}: ${f.name}`).toBeDefined()
})

describe('a URL that secrets are sent to', () => {
  test('cannot be changed unless the secrets are entered again or removed', async () => {
    for (const p of await places())
      for (const [address, secret] of pairs(p)) {
        const at = `${p.label}: ${address} guards ${secret}`
        await p.prepare({ [address]: RIGHT, [secret]: SECRET })
        for (const value of [ELSEWHERE, RIGHT.replace('/path', '/other'), null]) {
          const refused = await p.write({ [address]: value })
          if (value === null && refused.body.messages?.[address] && !refused.body.messages[secret]) continue
          expect([at, value, refused.status]).toEqual([at, value, 422])
          expect(refused.body.messages, at).toEqual({ [secret]: ['The URL this secret is sent to has changed. Enter the secret again.'] })
        }
        // The masked secret that a form sends back is not a new secret.
        const masked = await p.write({ [address]: ELSEWHERE, [secret]: { set: true, last4: '1234' } })
        expect([at, masked.status]).toEqual([at, 422])
        expect(await p.stored(address), at).toBe(RIGHT)
        // The same URL is not a change, and other fields can change with it.
        expect([at, (await p.write({ [address]: RIGHT })).status]).toEqual([at, 200])
        const moved = await p.write({ [address]: ELSEWHERE, [secret]: 'another secret 5678' })
        expect([at, moved.status, JSON.stringify(moved.body.messages)]).toEqual([at, 200, undefined])
        expect(await p.stored(address), at).toBe(ELSEWHERE)
        const cleared = await p.write({ [secret]: null })
        expect([at, cleared.status]).toEqual([at, 200])
        expect([at, (await p.write({ [address]: RIGHT })).status]).toEqual([at, 200])
      }
  })

  test('cannot be added to a stored secret either', async () => {
    for (const p of await places())
      for (const [address, secret] of pairs(p)) {
        const at = `${p.label}: ${address} guards ${secret}`
        await p.prepare({ [secret]: SECRET })
        const refused = await p.write({ [address]: ELSEWHERE })
        expect([at, refused.status, Object.keys(refused.body.messages ?? {})]).toEqual([at, 422, [secret]])
      }
  })

  test('is guarded in forms, batches, sheets and our own code alike', async () => {
    const made = await it.kernel.resources.create(it.ctx, 'payment_method', {
      code: 'held',
      title: 'Held',
      provider: 'stripe',
      secret_key: 'sk_live_held_1234',
    })
    const by = await it.staff(['get payment method', 'update payment method', 'batch update payment method', 'import payment method'])
    const form = await it.app.http.inject({
      method: 'PUT',
      url: `/api/admin/payment_method/${made.id}`,
      headers: { authorization: await createStaffToken(), 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\nContent-Disposition: form-data; name="api_base"\r\n\r\n${ELSEWHERE}\r\n--x--\r\n`,
    })
    expect(form.statusCode).toBe(422)
    await by.put('/api/admin/payment_method/batch', { ids: [made.id], key: 'api_base', value: ELSEWHERE })
    for (const source of ['import', 'batch', 'api'] as const)
      await expect(
        it.kernel.resources.update(it.ctx, 'payment_method', made.id, { api_base: ELSEWHERE }, { source }),
      ).rejects.toMatchObject({
        kind: { code: 'INVALID' },
      })
    expect((await owner.get(`/api/admin/payment_method/${made.id}`)).body.api_base).toBeNull()
  })

  test('stays guarded when the provider is changed in between', async () => {
    const made = await it.kernel.resources.create(it.ctx, 'payment_method', {
      code: 'around',
      title: 'Around',
      provider: 'stripe',
      secret_key: 'sk_live_around_1234',
    })
    const by = await it.staff(['update payment method'])
    await by.put(`/api/admin/payment_method/${made.id}`, { provider: 'paypal' })
    expect((await by.put(`/api/admin/payment_method/${made.id}`, { api_base: ELSEWHERE })).status).toBe(422)
  })
})

test('all calls to other services use the one outgoing HTTP client', () => {
  const root = projectRoot()
  const besides = new Set(['admin', 'store', 'cli', 'fakes', 'tests'])
  const server = (path: string) => !path.split(sep).some((part) => besides.has(part)) && path.endsWith('.ts')
  const files = ['core', 'plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(server)
      .map((file) => join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(200)
  const callers = files.filter((file) =>
    /(?<![.\w])fetch\(|from 'node:(https?|tls|http2)'|from 'undici'/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(callers).toEqual([join('core', 'http', 'outgoing.ts')])
})

async function createStaffToken(): Promise<string> {
  const email = 'clerk-form@shop.test'
  await it.kernel.resources.create(it.ctx, 'account', {
    name: 'Clerk',
    email,
    password: 'a long password',
    role_id: (await it.kernel.resources.create(it.ctx, 'role', { name: 'Clerk', permission_list: ['update payment method'] })).id,
  })
  const { body } = await it.guest.post('/api/admin/login', { email, password: 'a long password' })
  return `Bearer ${body.token}`
}

test('every secret is stored sealed', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const hiding = (fields: readonly CompiledField[]) => fields.filter((f) => f.meta.secret).map((f) => f.name)
  for (const group of it.kernel.registry.settings.keys())
    for (const name of hiding(it.kernel.settings.asResource(group).fields)) {
      const answers = await Promise.all([SECRET, pem].map((value) => owner.put(`/api/admin/settings/${group}`, { [name]: value })))
      expect(
        answers.filter(({ status }) => status === 200),
        `${group}.${name}`,
      ).not.toEqual([])
    }
  for (const r of it.kernel.registry.resources.values())
    if (hiding(r.fields).length > 0 && r.verbs.includes('create'))
      await it.kernel.resources.create(it.ctx, r.name, {
        ...(await least(r.fields, ++n)),
        ...Object.fromEntries(hiding(r.fields).map((name) => [name, SECRET])),
      })
  const tables = new Set([
    'setting',
    ...[...it.kernel.registry.resources.values()].filter((r) => hiding(r.fields).length > 0).map((r) => r.table),
  ])
  for (const table of tables) {
    const rows = JSON.stringify(await it.kernel.db.rows(sql`select to_jsonb(t) as row from ${id(table)} t`))
    expect(rows, table).toContain('sealed:1:')
    for (const secret of [SECRET, pem.slice(40, 90)]) expect(rows.includes(secret), table).toBe(false)
  }
})
