import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTranslate } from '../src/i18n/create.ts'
import type { Messages } from '../src/i18n/create.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = [
  join(ROOT, 'ui-store/src/i18n'),
  ...readdirSync(join(ROOT, 'plugins')).map((id) => join(ROOT, 'plugins', id, 'store/locales')),
].filter((folder) => existsSync(folder))

const read = (folder: string, language: string) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Messages

const flat = (texts: Messages, before = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...flat(value, `${before}${key}.`)],
    ),
  )

/** Chinese has one form where English has two. */
const keysOf = (texts: Map<string, string>) => [...texts.keys()].filter((key) => !key.endsWith('_one')).toSorted()

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

// Signs that exist in one of the two scripts only.
const SIMPLIFIED = /[们这为时发给让说号货价数购买订线图错试请选择显载进页记录邮该络联资户]/u
const TRADITIONAL = /[們這為時發給讓說號貨價數購買訂線圖錯試請選擇顯載進頁記錄郵該絡聯資戶]/u

describe.each(FOLDERS)('texts in %s', (folder) => {
  const english = flat(read(folder, 'en-US'))

  it.each(['zh-HK', 'zh-CN'])('are complete in %s, with the same gaps', (language) => {
    const texts = flat(read(folder, language))
    expect(keysOf(texts)).toEqual(keysOf(english))
    for (const [key, text] of texts) {
      expect([key, gaps(text)]).toEqual([key, gaps(english.get(key) ?? '')])
      expect([key, text.trim()]).not.toEqual([key, ''])
    }
  })

  it('keep to their own script', () => {
    for (const text of flat(read(folder, 'zh-HK')).values()) expect(text).not.toMatch(SIMPLIFIED)
    for (const text of flat(read(folder, 'zh-CN')).values()) expect(text).not.toMatch(TRADITIONAL)
  })
})

describe('translating', () => {
  it('fills gaps and chooses the plural by the language', () => {
    const english = createTranslate('en-US', {
      cart: { left_one: 'Only {count} is left', left_other: 'Only {count} are left' },
    })
    expect(english('cart.left', { count: 1 })).toBe('Only 1 is left')
    expect(english('cart.left', { count: 3 })).toBe('Only 3 are left')
    expect(createTranslate('zh-HK', { left_other: '僅餘 {count} 件' })('left', { count: 1 })).toBe('僅餘 1 件')
  })

  it('shows the name of a text that is missing, and leaves a gap nobody filled', () => {
    const t = createTranslate('en-US', { a: 'Hello {name}' })
    expect(t('b.c')).toBe('b.c')
    expect(t('a')).toBe('Hello {name}')
  })
})
