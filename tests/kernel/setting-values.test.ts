import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { definePlugin, defineSettings, f, AppError, validationError, seal, SEALED, sql } from 'stoa'
import { sealSettings } from '../../cli/migrate/seal-settings.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

const listing = defineSettings({
  group: 'shelf',
  fields: {
    title: f.text({ default: 'Shelf', localized: true, open: true }),
    motto: f.maybe(f.text({ localized: true })),
    size: f.int({ default: 3, min: 1, open: true }),
    key: f.maybe(f.sealed({ maxLength: 3_000 })),
    rack: f.text({ default: '', needs: 'update page script' }),
  },
  check: ({ next, old }) => {
    if (next.size === 13) throw validationError({ size: `not 13, it was ${old.size}` })
  },
})
let watched: { old: unknown; next: unknown }[] = []
const plugin = definePlugin({ id: 'shelf', settings: [listing] })
const watcher = definePlugin({
  id: 'watcher',
  checkSettings: {
    shelf: (change: { old: Record<string, unknown>; next: Record<string, unknown> }) => {
      watched.push({ old: change.old, next: change.next })
      if (change.next.size === 14) throw validationError({ size: 'not 14' })
    },
  },
})

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp([], { extra: [plugin, watcher] })
  owner = await it.staff('owner')
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.run(sql`delete from setting`)
  await it.kernel.db.run(sql`delete from audit_log`)
  await it.kernel.settings.load()
  watched = []
})

const put = (body: object, client = owner) => client.put('/api/admin/settings/shelf', body)
const stored = async () => (await it.kernel.db.one<{ value: object }>(sql`select value from setting where name = 'shelf'`))?.value
const values = () => it.kernel.settings.of(listing)
const log = () => it.kernel.db.rows<{ changes: unknown }>(sql`select changes from audit_log where resource = 'setting shelf' order by id`)

describe('settings', () => {
  test('use their defaults until they are changed, one by one', async () => {
    expect(values()).toEqual({ title: 'Shelf', motto: '', size: 3, key: null, rack: '' })
    expect((await put({ size: 5 })).status).toBe(200)
    expect(values()).toMatchObject({ title: 'Shelf', size: 5 })
    expect(await stored()).toEqual({ size: 5 })
  })

  test('store localized texts, with the usual fallback, and return all languages for forms', async () => {
    await put({ title: { 'en-US': 'Shelf A', 'zh-HK': '架' } })
    await put({ title: 'Shelf B', language: 'en-US' })
    await put({ motto: '整齊', language: 'zh-HK' })
    const { settings } = it.kernel
    expect(settings.of(listing, 'zh-HK')).toMatchObject({ title: '架', motto: '整齊' })
    expect(settings.of(listing, 'zh-CN')).toMatchObject({ title: 'Shelf B', motto: '整齊' })
    expect(settings.read('shelf', '*')).toMatchObject({ title: { 'en-US': 'Shelf B', 'zh-HK': '架' }, motto: { 'zh-HK': '整齊' } })
    await put({ title: { 'zh-HK': '' } })
    expect(settings.of(listing, 'zh-HK').title).toBe('Shelf B')
  })

  test('return localized defaults to forms in the main language', async () => {
    expect(it.kernel.settings.read('shelf', '*').title).toEqual({ 'en-US': 'Shelf' })
    await owner.put('/api/admin/settings/basic', { main_language: 'zh-HK' })
    expect(it.kernel.settings.mainLanguage).toBe('zh-HK')
    expect(it.kernel.settings.read('shelf', '*').title).toEqual({ 'zh-HK': 'Shelf' })
    await it.kernel.db.run(sql`update setting set value = '{"main_language": "fr"}' where name = 'basic'`)
    await it.kernel.settings.load()
    expect(it.kernel.settings.mainLanguage).toBe('en-US')
  })

  test('are public only where they are declared so', async () => {
    await put({ key: 'a secret of the shop', size: 4 })
    expect((await it.guest.get('/api/settings?groups=shelf,nothing')).body).toEqual({ shelf: { title: 'Shelf', size: 4 } })
    const all = (await it.guest.get('/api/settings')).body
    expect(all.shelf).toEqual({ title: 'Shelf', size: 4 })
    expect(JSON.stringify(all)).not.toMatch(/secret of the shop/)
    expect(all.mail).toEqual({})
    expect(all.basic).toMatchObject({ name: 'Stoa', time_zone: 'Asia/Hong_Kong' })
    const named = await it.guest.post('/api/configs', { columns: ['size', 'key', 'rack', 'motto', 'toString', 5, null] })
    expect(named.body).toEqual({ size: 4 })
    expect((await it.guest.post('/api/configs', { columns: 'size' })).body.messages).toHaveProperty('columns')
  })

  test('that are secret show only whether they are set, and the end of long ones', async () => {
    const saveKey = async (key: string | null) => (await put({ key })).body.values.key
    expect(await saveKey('12345678901')).toEqual({ set: true })
    expect(await saveKey('123456789012')).toEqual({ set: true, last4: '9012' })
    expect(await saveKey('-----BEGIN PRIVATE KEY-----')).toEqual({ set: true })
    await put({ key: { set: true } })
    expect(values().key).toBe('-----BEGIN PRIVATE KEY-----')
    expect(await saveKey(null)).toEqual({ set: false })
    expect(JSON.stringify(await log())).not.toMatch(/1234567890|PRIVATE/)
  })

  test('that are secret are stored sealed, and plain ones are sealed at start', async () => {
    const secret = 'pk_4911_of_the_office'
    await put({ key: secret, size: 4 })
    expect(JSON.stringify(await stored())).not.toContain(secret)
    await put({ key: { set: true }, size: 5 })
    expect(values()).toMatchObject({ key: secret, size: 5 })

    await it.kernel.db.run(sql`update setting set value = ${JSON.stringify({ key: secret, size: 6 })}::jsonb where name = 'shelf'`)
    await it.kernel.settings.load()
    expect(values()).toMatchObject({ key: secret, size: 6 })
    await sealSettings(it.kernel)
    expect(JSON.stringify(await stored())).not.toContain(secret)
    const sealed = await stored()
    await sealSettings(it.kernel)
    expect(await stored()).toEqual(sealed)
    await it.kernel.settings.load()
    expect(values()).toMatchObject({ key: secret, size: 6 })
  })

  test('that cannot be unsealed count as not set, and are kept in case the key is restored', async () => {
    const lost = seal({ ...it.kernel.config, secrets: ['x'.repeat(32)] }, SEALED, 'of another shop')
    await it.kernel.db.run(sql`insert into setting (name, value) values ('shelf', ${JSON.stringify({ key: lost })}::jsonb)`)
    await it.kernel.settings.load()
    expect(values().key).toBeNull()
    await put({ size: 7 })
    expect(await stored()).toEqual({ key: lost, size: 7 })
  })

  test('are validated together by their own and other plugins before anything is stored', async () => {
    await put({ size: 4 })
    expect(watched).toEqual([
      { old: expect.objectContaining({ size: 3, title: 'Shelf' }), next: expect.objectContaining({ size: 4, title: 'Shelf' }) },
    ])
    expect((await put({ size: 13, title: 'Other' })).body.messages).toEqual({ size: ['not 13, it was 4'] })
    expect((await put({ size: 14 })).body.messages).toEqual({ size: ['not 14'] })
    expect((await put({ size: 0, nothing: 1 })).body.messages).toEqual({ size: [expect.any(String)], nothing: [expect.any(String)] })
    expect(await stored()).toEqual({ size: 4 })
    expect(await log()).toEqual([{ changes: [{ field: 'size', old: null, new: 4 }] }])
  })

  test('written unchanged cause no change event', async () => {
    await put({ size: 4 })
    watched = []
    await put({ size: 4 })
    expect([watched, (await log()).length]).toEqual([[], 1])
  })

  test('with a permission of their own are kept when staff lack it, and changed only with it', async () => {
    const clerk = await it.staff(['get configuration', 'update configuration'])
    expect((await put({ rack: 'a', size: 4 }, clerk)).status).toBe(422)
    expect((await put({ rack: '', size: 4 }, clerk)).status).toBe(200)
    expect((await put({ rack: 'a' }, await it.staff(['update configuration', 'update page script']))).status).toBe(200)
    expect(values()).toMatchObject({ rack: 'a', size: 4 })
    expect((await put({ size: 5 }, await it.staff(['get configuration']))).status).toBe(403)
  })

  test('written concurrently are all kept', async () => {
    const names = ['title', 'motto', 'size', 'rack'] as const
    const bodies = [{ title: 'A' }, { motto: 'B' }, { size: 9 }, { rack: 'C' }]
    await Promise.all(bodies.map((body) => put(body)))
    expect(names.map((name) => values()[name])).toEqual(['A', 'B', 9, 'C'])
  })

  test('of an undeclared group are an error, not an empty form', () => {
    expect(() => it.kernel.settings.asResource('moon')).toThrow('No enabled plugin declares the settings group "moon"')
    expect(it.kernel.settings.read('moon', 'en-US')).toEqual({})
    expect(() => it.kernel.settings.readMasked('moon', 'en-US')).not.toThrow(AppError)
  })
})
