import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '../../cli/openapi/document.ts'
import { errorKinds } from '../../core/http/errors.ts'
import { locales } from '../../core/i18n/locale.ts'
import { labelKeys } from '../../core/i18n/labels.ts'
import { listPermissions } from '../../core/access/permission.ts'
import { CARDS } from '../../plugins/desk/index.ts'
import { listedPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'
import { ajv } from '../../core/fields/rules.ts'
import { iconNames } from '../../ui-admin/src/icons/registry.tsx'
import { foundScreens } from '../../cli/build/screens.ts'
import { pluginCommands, pluginProofs } from '../../cli/plugin-commands.ts'
import { reference } from '../../cli/reference.ts'
import { COMMANDS, PROOFS } from '../../core/kernel/extension-points.ts'
import { findDrift } from '../../cli/migrate/drift.ts'
import { sourcesIn } from '../count.ts'
import { EXAMPLES, type TestApp, testApp } from '../support/app.ts'
import { walked } from '../support/walked-routes.ts'

/** Requirements for every plugin, checked over the registry: a new plugin is covered automatically. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(owing)
})
afterAll(() => it.close())

const listed = listedPlugins([])
/** The example plugin of the guide has to meet them too, although no shop loads it. */
const owing = [...listed, 'repair']
const getPluginFolder = (id: string) => join(projectRoot(), listed.includes(id) ? 'plugins' : EXAMPLES, id)

describe.each(owing)('plugin %s', (id) => {
  test('starts with only the plugins it requires', async () => {
    const alone = await testApp([id])
    expect((await alone.guest.get('/health/ready')).status).toBe(200)
    await alone.close()
  })

  test('uses icons that exist in the admin', () => {
    const { sections = [], menu = [] } = it.kernel.registry.plugins.find((p) => p.id === id)?.admin ?? {}
    expect([...sections, ...menu].flatMap(({ icon }) => icon ?? []).filter((icon) => !iconNames.includes(icon))).toEqual([])
  })

  test('has exactly the screens and slots its manifest names', async () => {
    const plugin = it.kernel.registry.plugins.find((p) => p.id === id)
    const cards =
      it.kernel.registry.extensionPoints.get(CARDS.name)?.contributions.filter((contribution) => contribution.plugin === id) ?? []
    for (const side of ['admin', 'store'] as const) {
      const named = new Set([...(plugin?.[side]?.screens ?? []), ...(plugin?.[side]?.slots ?? [])].map((s) => s.screen))
      if (side === 'admin')
        for (const { name } of cards) {
          const { screen } = it.kernel.contributions(CARDS).get(name) ?? {}
          if (screen) named.add(screen)
        }
      const folder = join(getPluginFolder(id), side)
      const { screens = {} } = exists(join(folder, 'screens.ts'))
        ? ((await import(join(folder, 'screens.ts'))) as { screens?: object })
        : { screens: Object.fromEntries(foundScreens(folder, id)) }
      expect(new Set(Object.keys(screens)), `${side} screens`).toEqual(named)
    }
  })

  test('has a README that describes it', () => {
    expect(readFileSync(join(getPluginFolder(id), 'README.md'), 'utf8').length).toBeGreaterThan(300)
  })
})

const exists = (file: string) => {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

test('every admin route declares its permission, and the permission exists', () => {
  for (const route of it.app.routes) {
    if (!route.url.startsWith('/api/admin')) continue
    expect(route.needs ?? route.open, `${route.method} ${route.url}`).toBeTruthy()
    for (const need of listPermissions(route.needs ?? ''))
      expect(it.kernel.registry.permissions.has(need), `${route.url} needs "${need}"`).toBe(true)
  }
})

test('every store route declares its access', () => {
  for (const route of it.app.routes) {
    if (route.url.startsWith('/api/') && !route.url.startsWith('/api/admin'))
      expect(route.access ?? route.needs, `${route.method} ${route.url}`).toBeTruthy()
  }
})

test('every permission can be granted by its singular and its plural name', async () => {
  const names = [...it.kernel.registry.permissions.keys()].sort()
  const owner = await it.staff('owner')
  const granted = async (name: string, permission_list: string[]) =>
    (await owner.post('/api/admin/role', { name, permission_list })).body.permission_list as string[]
  const many = (word: string) => word.replace(/([^aeiou])y$/, '$1ie').replace(/(s|x|ch|sh)$/, '$1e')
  expect(await granted('of one', names)).toEqual(names)
  expect(
    (
      await granted(
        'of many',
        names.map((name) => `${many(name)}s`),
      )
    ).filter((name) => !names.includes(name)),
  ).toEqual([])
})

test('presets contain only permissions that exist', () => {
  for (const [name, list] of it.kernel.registry.presets) {
    for (const permission of list) expect(it.kernel.registry.permissions.has(permission), `${name}: ${permission}`).toBe(true)
  }
})

test('every resource, field, choice, transition and permission has a message in all languages', () => {
  const { registry, i18n } = it.kernel
  const missing: string[] = []
  const need = (keys: string | string[]) => {
    const list = typeof keys === 'string' ? [keys] : keys
    for (const locale of locales) if (!list.some((k) => i18n.has(k, locale))) missing.push(`${locale} ${list[0]}`)
  }
  for (const r of registry.resources.values()) {
    need(`${r.plugin}:${r.name}._label`)
    need(`${r.plugin}:${r.name}._plural`)
    for (const f of [...r.fields, ...r.columns.values()]) {
      need(labelKeys(r, f.name))
      const status = r.def.states?.field === f.name || f.meta.widget === 'status'
      for (const v of f.meta.values ?? [])
        need(status ? `core:status.${v}` : labelKeys(r, f.name).map((k) => `${k}_${String(v).replaceAll('-', '_').toLowerCase()}`))
    }
    for (const [name, move] of [...Object.entries(r.def.states?.transitions ?? {}), ...Object.entries(r.def.actions ?? {})]) {
      need(`${r.plugin}:${r.name}.${name}`)
      if (move.confirm) need(`${r.plugin}:${r.name}.${name}_confirm`)
    }
  }
  for (const group of registry.settings.values()) {
    const r = it.kernel.settings.asResource(group.group)
    need([`${group.plugin}:setting_${group.group}._label`, `core:setting.${group.group}`])
    for (const f of r.fields) need(labelKeys(r, f.name))
  }
  for (const p of registry.permissions.values()) if (!p.resource) need(`${p.plugin}:permission.${p.name.replaceAll(' ', '_')}`)
  for (const kind of errorKinds()) need(kind.text)
  for (const p of registry.plugins) {
    need(`${p.id}:_plugin`)
    for (const section of p.admin?.sections ?? []) need(`${p.id}:section.${section.id}`)
    for (const entry of p.admin?.menu ?? []) if ('label' in entry) need(entry.label)
    for (const { id } of p.admin?.tasks ?? []) for (const key of [id, `${id}_hint`]) need(`${p.id}:task.${key}`)
  }
  expect(missing).toEqual([])
})

test('all languages have the same messages with the same parameters', () => {
  const flat = (bundle: object, at = ''): [string, string][] =>
    Object.entries(bundle).flatMap(([k, v]) =>
      typeof v === 'string' ? [[at + k, v] as [string, string]] : flat(v as object, `${at}${k}.`),
    )
  const params = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)]
      .map((m) => m[1])
      .sort()
      .join()
  const wrong: string[] = []
  for (const ns of it.kernel.i18n.namespaces) {
    const english = new Map(flat(it.kernel.i18n.bundle('en-US', ns)))
    for (const locale of ['zh-HK', 'zh-CN'] as const) {
      const other = new Map(flat(it.kernel.i18n.bundle(locale, ns)))
      for (const [key, text] of english) {
        // Chinese has no singular form.
        const there = other.get(key) ?? (key.endsWith('_one') ? other.get(key.replace(/_one$/, '_other')) : undefined)
        if (there === undefined) wrong.push(`${locale} ${ns}:${key} is missing`)
        else if (params(there) !== params(text)) wrong.push(`${locale} ${ns}:${key} has other parameters`)
      }
      for (const key of other.keys()) if (!english.has(key)) wrong.push(`${locale} ${ns}:${key} has no English`)
    }
  }
  expect(wrong).toEqual([])
})

test('Traditional and Simplified characters do not mix', () => {
  const simplifiedOnly = /[们这国时为说对发现问应开关设图网码启]/
  const traditionalOnly = /[們這國時為說對發現問應開關設圖網碼啟]/
  for (const [locale, foreign] of [
    ['zh-HK', simplifiedOnly],
    ['zh-CN', traditionalOnly],
  ] as const) {
    for (const ns of it.kernel.i18n.namespaces) {
      const text = JSON.stringify(it.kernel.i18n.bundle(locale, ns)).replaceAll('简体中文', '').replaceAll('繁體中文', '')
      expect(foreign.exec(text)?.[0], `${locale} ${ns}`).toBeUndefined()
    }
  }
})

test('every contribution fits its extension point, and every point has a description', async () => {
  const { registry } = it.kernel
  expect(registry.extensionPoints.size).toBeGreaterThan(4)
  for (const { point, plugin, contributions } of registry.extensionPoints.values()) {
    expect(point.description, point.name).toMatch(/^[a-z].{10,}[^.]$/)
    expect([...it.kernel.contributions(point).keys()], point.name).toEqual(contributions.map((o) => o.name))
    for (const made of it.kernel.contributions(point).values()) expect(made, point.name).toBeDefined()
    if (plugin === 'core') continue
    const exported = Object.values((await import(join(projectRoot(), 'plugins', plugin, 'index.ts'))) as Record<string, unknown>)
    const found = exported.some((value) => (value as { name?: unknown } | undefined)?.name === point.name)
    expect(found, `${point.name} is exported from plugins/${plugin}/index.ts`).toBe(true)
  }
})

test('the command line lists the commands and proofs that manifests contribute', async () => {
  expect((await pluginCommands([])).map((c) => c.name).sort()).toEqual([...it.kernel.contributions(COMMANDS).keys()].sort())
  expect((await pluginProofs()).map((p) => p.name).sort()).toEqual([...it.kernel.contributions(PROOFS).keys()].sort())
})

test('the migrated database matches the declared resources exactly', async () => {
  expect(await findDrift(it.kernel)).toEqual([])
})

test('every editable JSON field declares the shape its values are validated against', () => {
  const fields = [...it.kernel.registry.resources.values()].flatMap((r) =>
    r.fields.filter(({ meta }) => meta.kind === 'json' && !meta.readOnly).map(({ name, meta }) => [`${r.name}.${name}`, meta.shape?.type]),
  )
  expect(fields.length).toBeGreaterThan(5)
  expect(fields.filter(([, type]) => type !== 'object' && type !== 'array')).toEqual([])
})

test("every field's schema compiles", () => {
  for (const r of it.kernel.registry.resources.values())
    for (const f of r.fields) expect(() => ajv.compile(f.schema), `${r.name}.${f.name}`).not.toThrow()
})

test('the OpenAPI description covers every API route', async () => {
  const owner = await it.staff('owner')
  const { body } = await owner.get('/api/docs/json')
  expect(body.openapi).toBe('3.1.0')
  for (const route of it.app.routes) {
    if (!route.url.startsWith('/api/') || route.url.startsWith('/api/docs')) continue
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')
    expect(body.paths[path]?.[route.method.toLowerCase()], `${route.method} ${path}`).toBeDefined()
  }
})

test('every operation has a unique id and describes its response', async () => {
  const { paths } = openApi(it.app.http)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({ at: `${method} ${path}`, ...(op as Record<string, any>) })),
  )
  const ids = operations.map((op: any) => op.operationId)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  const silent = operations.filter((op: any) => {
    const good = Object.entries<any>(op.responses).filter(([status]) => status < '400')
    return good.length === 0 || good.some(([status, answer]) => status < '204' && !answer.content)
  })
  expect(silent.map((op) => op.at)).toEqual([])
})

test('the reference documentation matches the code', async () => {
  // The reference covers every plugin, including plugins that are not in the list.
  const whole = await testApp(readdirSync(join(projectRoot(), 'plugins')))
  const files = Object.entries(reference(whole.kernel))
  await whole.close()
  for (const [file, content] of files) {
    expect(readFileSync(join(projectRoot(), 'docs', file), 'utf8'), `docs/${file}: run \`npm run stoa -- docs\``).toBe(content)
  }
})

test('a guest is refused by every admin route that is not open to anyone', async () => {
  for (const route of walked(it.app.routes).filter((r) => r.url.startsWith('/api/admin') && r.open !== 'anyone')) {
    const answer = await it.app.http.inject({ method: route.method as 'GET', url: route.url.replaceAll(/:\w+/g, '1') })
    expect(answer.statusCode, `${route.method} ${route.url}`).toBe(401)
  }
})

test('staff without any permission are refused by every admin route that needs one', async () => {
  const powerlessStaff = await it.staff([])
  for (const route of walked(it.app.routes).filter((r) => r.url.startsWith('/api/admin') && r.needs)) {
    const answer = await powerlessStaff[route.method.toLowerCase() as 'get'](route.url.replaceAll(/:\w+/g, '1'))
    expect(answer.status, `${route.method} ${route.url}`).toBe(403)
  }
})

/** Milliseconds for a walk over all routes, on a busy machine too. */
const WALK_LIMIT = 300_000

const invalidBodies = [
  [],
  'x',
  1,
  { ids: 'x' },
  { language: {}, quantity: 'Infinity', cart_id: { a: 1 }, url: ['x'], email: 5, columns: [null] },
  { ids: [-1, 1e99] },
  { password: '\u0000', email: 'a@b.co', key: '__proto__' },
]
const writingRoutes = () => walked(it.app.routes).filter((r) => r.url.startsWith('/api/') && r.method !== 'GET')

test(
  'invalid bodies of guests never cause a server error',
  async () => {
    for (const route of writingRoutes())
      for (const body of invalidBodies) {
        const answer = await it.app.http.inject({
          method: route.method as 'POST',
          url: route.url.replaceAll(/:\w+/g, '999999999'),
          payload: body as never,
          headers: { 'content-type': 'application/json', authorization: '' },
        })
        expect(answer.statusCode, `${route.method} ${route.url} ${JSON.stringify(body)} ${answer.body}`).toBeLessThan(500)
      }
  },
  WALK_LIMIT,
)

test(
  'invalid bodies of the owner never cause a server error',
  async () => {
    const owner = await it.staff('owner')
    for (const route of writingRoutes())
      for (const body of invalidBodies) {
        const signed = await owner[route.method.toLowerCase() as 'post'](
          route.url.replaceAll(/:\w+/g, '999999999'),
          typeof body === 'object' ? body : undefined,
        )
        expect(signed.status, `${route.method} ${route.url} ${JSON.stringify(body)} ${JSON.stringify(signed.body)}`).toBeLessThan(500)
      }
  },
  WALK_LIMIT,
)

test(
  'invalid queries never cause a server error',
  async () => {
    const owner = await it.staff('owner')
    for (const route of walked(it.app.routes).filter((r) => r.url.startsWith('/api/') && r.method === 'GET' && !r.url.endsWith('clone'))) {
      for (const query of [
        'page=0',
        'limit=1000000',
        'sort=__proto__',
        'after=%00',
        'language=%27',
        'q=%25%5C%27',
        'id=%00',
        'row_id=abc&status__x=1',
      ]) {
        const answer = await owner.get(`${route.url.replaceAll(/:\w+/g, '%00')}?${query}`)
        expect(answer.status, `${route.url}?${query} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
      }
    }
  },
  WALK_LIMIT,
)

test('no file of the kernel and plugins is longer than 300 lines', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length
  const all = ['core', 'plugins', 'cli', 'ui-admin/src', 'ui-store'].flatMap((d) => sourcesIn(join(projectRoot(), d)))
  expect(all.filter((f) => lines(f) > 300 && !f.includes('.test.'))).toEqual([])
})
