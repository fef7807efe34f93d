import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toLocale, isLocale, locales, sql, pickTranslation, type Locale } from 'stoa'
import { matchesAnyLanguageSql, toLocalizedJson, localizedSql } from '../../core/db/localized.ts'
import { likeText, raw } from '../../core/db/sql.ts'
import { I18n } from '../../core/i18n/i18n.ts'
import { fallbackChain } from '../../core/i18n/locale.ts'
import { type TestApp, testApp } from '../support/app.ts'

describe('the requested language', () => {
  test.each([
    ['en-US', 'en-US'],
    ['EN-us', 'en-US'],
    ['zh-hk', 'zh-HK'],
    ['en', 'en-US'],
    ['en-GB', 'en-US'],
    ['zh', 'zh-HK'],
    ['zh-TW', 'zh-HK'],
    ['zh-MO', 'zh-HK'],
    ['zh-Hant', 'zh-HK'],
    ['zh-Hant-TW', 'zh-HK'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
  ])('%s is %s', (requested, expected) => {
    for (const main of locales) expect(toLocale(requested, main)).toBe(expected)
  })

  test.each(['', 'default', 'fr', 'constructor', '__proto__', '*', "fr' or 1=1", 'e', null, undefined, 5, ['en-US'], {}])(
    '%j is not supported, so the main language is used',
    (requested) => {
      for (const main of locales) expect(toLocale(requested, main)).toBe(main)
    },
  )

  test('is supported only when it is in the fixed list', () => {
    expect(locales.every(isLocale)).toBe(true)
    for (const other of ['en', 'zh', 'en-us', '', null, 1]) expect(isLocale(other), String(other)).toBe(false)
  })
})

describe('a translation missing in the requested language', () => {
  test('falls back to the main language, then to any other, each once', () => {
    expect(fallbackChain('zh-CN', 'zh-HK')).toEqual(['zh-CN', 'zh-HK', 'en-US'])
    expect(fallbackChain('en-US', 'en-US')).toEqual(['en-US', 'zh-HK', 'zh-CN'])
    expect(pickTranslation({ 'zh-HK': '茶', 'en-US': 'Tea' }, 'zh-CN', 'en-US')).toBe('Tea')
    expect(pickTranslation({ 'zh-HK': '茶', 'en-US': '' }, 'zh-CN', 'en-US')).toBe('茶')
    expect(pickTranslation({ 'zh-CN': '茶叶', 'zh-HK': '茶' }, 'zh-CN', 'zh-HK')).toBe('茶叶')
    for (const none of [{}, null, undefined, { 'en-US': '' }]) expect(pickTranslation(none, 'en-US', 'zh-HK')).toBe('')
  })
})

describe('localized texts in the database', () => {
  let it: TestApp
  beforeAll(async () => {
    it = await testApp([])
  })
  afterAll(() => it.close())

  const maps: Partial<Record<Locale, string>>[] = [
    {},
    { 'en-US': 'Tea' },
    { 'zh-HK': '茶', 'en-US': '' },
    { 'zh-CN': '茶叶', 'zh-HK': '', 'en-US': 'Tea' },
    { 'en-US': 'Tea', 'zh-HK': '茶', 'zh-CN': '茶叶' },
  ]
  const queryValue = async <T>(expression: ReturnType<typeof sql>) => (await it.kernel.db.one<{ v: T }>(sql`select ${expression} as v`))?.v

  test('use the same fallback as in the process', async () => {
    for (const map of maps)
      for (const requested of locales)
        for (const main of locales)
          expect((await queryValue(localizedSql(sql`(${JSON.stringify(map)}::jsonb)`, requested, main))) ?? '').toBe(
            pickTranslation(map, requested, main),
          )
  })

  test('are found in any language, case-insensitively, with wildcards taken literally', async () => {
    const column = raw(`('{"en-US": "50% off_Tea", "zh-CN": "茶叶"}'::jsonb)`)
    const finds = (typed: string) => queryValue<boolean>(matchesAnyLanguageSql(column, `%${likeText(typed)}%`))
    for (const typed of ['50% off', 'TEA', '茶', 'f_T', '']) expect(await finds(typed), typed).toBe(true)
    for (const typed of ['5_%', '茶葉', 'o%f', '\\', '_'.repeat(3)]) expect(await finds(typed), typed).not.toBe(true)
  })

  test('are created in the current language, or with all given languages', () => {
    expect(toLocalizedJson('zh-HK', '茶')).toBe('{"zh-HK":"茶"}')
    expect(toLocalizedJson('zh-HK', { 'en-US': 'Tea' })).toBe('{"en-US":"Tea"}')
    for (const none of ['', null, undefined]) expect(toLocalizedJson('zh-HK', none)).toBe('{}')
    expect(toLocalizedJson('zh-HK', 0)).toBe('{"zh-HK":0}')
  })
})

describe('the message catalogue', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-texts-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const write = (locale: string, texts: object | string) =>
    writeFileSync(join(dir, `${locale}.json`), typeof texts === 'string' ? texts : JSON.stringify(texts))
  const made = () => {
    write('en-US', { tea: 'Tea', bags_one: '{count} bag', bags_other: '{count} bags', for: { whom: 'For {name}, {other}' }, empty: '' })
    write('zh-HK', { tea: '茶', bags_other: '{count} 包', for: { whom: '給{name}' } })
    write('zh-CN', { tea: '茶叶' })
    const i18n = new I18n()
    i18n.load('shop', dir)
    return i18n
  }

  test('returns a message in its language, else in English, and an unknown key as readable words', () => {
    const texts = made()
    expect(texts.t('zh-HK', 'shop:tea')).toBe('茶')
    expect(texts.t('zh-CN', 'shop:for.whom', { name: 'May', other: 'Joe' })).toBe('For May, Joe')
    expect(texts.t('zh-HK', 'shop:area.two_words')).toBe('Two words')
    expect(texts.t('zh-HK', ['shop:missing', 'shop:tea', 'shop:bags'])).toBe('茶')
    expect(texts.t('en-US', [])).toBe('')
    expect(texts.t('en-US', 'shop')).toBe('Shop')
    const keys = [
      'tea',
      'shop',
      'shop:',
      'shop:tea',
      'shop:bags',
      'shop:for.whom',
      'shop:for.nobody',
      'shop:tea.leaf',
      'shop:empty',
      'other:tea',
    ]
    expect(keys.filter((key) => texts.has(key))).toEqual(['shop:tea', 'shop:bags', 'shop:for.whom'])
    expect(keys.filter((key) => texts.has(key, 'zh-CN'))).toEqual(['shop:tea'])
    expect(texts.namespaces).toEqual(['shop'])
    expect(texts.bundle('zh-CN', 'shop')).toEqual({ tea: '茶叶' })
  })

  test('uses plurals, and inserts values unchanged', () => {
    const texts = made()
    expect(texts.t('en-US', 'shop:bags', { count: 1 })).toBe('1 bag')
    expect(texts.t('en-US', 'shop:bags', { count: 2 })).toBe('2 bags')
    expect(texts.t('zh-HK', 'shop:bags', { count: 1 })).toBe('1 包')
    const sly = { name: '<b>{other}</b> $t(shop:tea)', other: 'x' }
    expect(texts.t('en-US', 'shop:for.whom', sly)).toBe('For <b>{other}</b> $t(shop:tea), x')
  })

  test('knows which keys have a message, plurals too', () => {
    const texts = made()
    expect(['shop:tea', 'shop:bags', 'shop:for.whom'].every((key) => texts.has(key))).toBe(true)
    expect(texts.has('shop:sugar')).toBe(false)
    expect(texts.has('other:tea')).toBe(false)
    expect(texts.has('shop:for.whom', 'zh-CN')).toBe(false)
    expect(texts.has('shop:for.whom', 'zh-HK')).toBe(true)
  })

  test('formats an error by its key, and returns a literal one unchanged', () => {
    const texts = made()
    expect(texts.text('zh-HK', 'plain')).toBe('plain')
    expect(texts.text('zh-HK', { key: 'shop:bags', params: { count: 3 } })).toBe('3 包')
  })

  test('names the file that is missing or broken', () => {
    made()
    write('zh-CN', '{ "tea": ')
    expect(() => new I18n().load('shop', dir)).toThrow(/Texts of "shop" cannot be read from .*zh-CN\.json/)
    rmSync(join(dir, 'zh-HK.json'))
    expect(() => new I18n().load('shop', dir)).toThrow(/zh-HK\.json/)
  })
})
