import { errorKinds } from 'stoa'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../core/root.ts'

interface Texts {
  [key: string]: string | Texts
}

const root = projectRoot()
/** Message folders: of the kernel, the admin and store shells, and of each plugin for its declarations, its admin and its store. */
const FOLDERS = [
  'core/locales',
  'ui-admin/src/i18n',
  'ui-store/src/i18n',
  ...readdirSync(join(root, 'plugins')).flatMap((id) =>
    ['locales', 'admin/locales', 'store/locales'].map((folder) => `plugins/${id}/${folder}`),
  ),
].filter((folder) => existsSync(join(root, folder)))

const read = (folder: string, language: string) => JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')) as Texts

const flat = (texts: Texts, before = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...flat(value, `${before}${key}.`)],
    ),
  )

/** Chinese has one plural form where English has two. */
const getKeys = (texts: Map<string, string>) => [...texts.keys()].filter((key) => !key.endsWith('_one')).toSorted()

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

// Characters that exist in only one of the two scripts.
const SIMPLIFIED = /[们这为时发给让说号货价数购买订线图错试请选择显载进页记录邮该络联资户]/u
const TRADITIONAL = /[們這為時發給讓說號貨價數購買訂線圖錯試請選擇顯載進頁記錄郵該絡聯資戶]/u

describe.each(FOLDERS)('messages in %s', (folder) => {
  const english = flat(read(folder, 'en-US'))

  it.each(['zh-HK', 'zh-CN'])('are complete in %s, with the same placeholders', (language) => {
    const texts = flat(read(folder, language))
    expect(getKeys(texts)).toEqual(getKeys(english))
    for (const [key, text] of texts) {
      expect([key, gaps(text)]).toEqual([key, gaps(english.get(key) ?? '')])
      expect([key, text.trim()]).not.toEqual([key, ''])
    }
  })

  it('use only characters of their own script', () => {
    for (const text of flat(read(folder, 'zh-HK')).values()) expect(text).not.toMatch(SIMPLIFIED)
    for (const text of flat(read(folder, 'zh-CN')).values()) expect(text).not.toMatch(TRADITIONAL)
  })

  it('address people in one form', () => {
    for (const text of flat(read(folder, 'zh-HK')).values()) expect(text).not.toContain('您')
    for (const text of flat(read(folder, 'zh-CN')).values()) expect(text).not.toContain('你')
  })
})

it('of errors have no placeholders without parameters', async () => {
  const plugins = await loadPlugins(listedPlugins([]))
  expect(plugins.length).toBeGreaterThan(15)
  const textsByPlugin = new Map(
    ['core/locales', ...FOLDERS.filter((folder) => /^plugins\/\w+\/locales$/.test(folder))].map((folder) => {
      const pluginId = folder === 'core/locales' ? 'core' : (folder.split('/')[1] ?? '')
      return [pluginId, flat(read(folder, 'en-US'))] as const
    }),
  )
  for (const { code, text } of errorKinds()) {
    const [pluginId = '', key = ''] = text.split(':')
    expect([code, gaps(textsByPlugin.get(pluginId)?.get(key) ?? '')]).toEqual([code, []])
  }
})

it('are in locale files and not in code: admin screens use `loadMessages`', () => {
  const folders = readdirSync(join(root, 'plugins')).map((id) => `plugins/${id}/admin`)
  const code = [...folders, 'ui-admin/src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  expect(code.length).toBeGreaterThan(300)
  const filesWithInlineTexts = code.filter((file) => /'zh-HK': *[{'`]/.test(readFileSync(join(root, file), 'utf8')))
  expect(filesWithInlineTexts).toEqual([])
})

it('exist for every key a store page uses, and for the name of every account tab', async () => {
  const storePlugins = readdirSync(join(root, 'plugins')).filter((id) => existsSync(join(root, `plugins/${id}/store/locales`)))
  const folders = [['shell', 'ui-store/src/i18n'] as const, ...storePlugins.map((id) => [id, `plugins/${id}/store/locales`] as const)]
  const there = new Set(
    folders.flatMap(([id, folder]) =>
      [...flat(read(folder, 'en-US')).keys()].flatMap((key) => [`${id}.${key}`, `${id}.${key.replace(/_(one|other)$/, '')}`]),
    ),
  )
  const pages = [...storePlugins.map((id) => `plugins/${id}/store`), 'ui-store/src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const usedKeys = pages.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bt\('(\w+\.[\w.]+)'/g)].map(([, key = '']) => ({ file, key })),
  )
  expect(usedKeys.length).toBeGreaterThan(500)
  const slots = (await loadPlugins(listedPlugins([]))).flatMap(({ plugin }) => plugin.store?.slots ?? [])
  const tabs = slots
    .filter(({ at }) => at === 'account.tab')
    .map(({ screen }) => ({ file: screen, key: screen.replace('/account-', '.account.') }))
  expect(tabs.length).toBeGreaterThan(5)
  expect([...usedKeys, ...tabs].filter(({ key }) => !there.has(key))).toEqual([])
})
