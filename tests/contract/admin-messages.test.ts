import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

type Bundle = { [key: string]: string | Bundle }

const folder = join(projectRoot(), 'ui-admin', 'src', 'i18n')
const flat = (bundle: Bundle, at = ''): [string, string][] =>
  Object.entries(bundle).flatMap(([key, value]) => (typeof value === 'string' ? [[at + key, value]] : flat(value, `${at}${key}.`)))
const texts = (language: string) => new Map(flat(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Bundle))
const params = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map((found) => found[1])
    .sort()
    .join()

const english = texts('en-US')

test.each(['zh-HK', 'zh-CN'])('the admin has the same messages in %s as in English, with the same parameters', (language) => {
  const other = texts(language)
  const wrong: string[] = []
  for (const [key, text] of english) {
    const there = other.get(key)
    if (!there?.trim()) wrong.push(`${key} is missing`)
    else if (params(there) !== params(text)) wrong.push(`${key} has other parameters`)
  }
  for (const key of other.keys()) if (!english.has(key)) wrong.push(`${key} has no English`)
  expect(wrong).toEqual([])
})

test('no admin message is left in English, and Traditional and Simplified characters do not mix', () => {
  const simplifiedOnly = /[们这国时为说对发现问应开关设图网码启选项记录复删编视]/
  const traditionalOnly = /[們這國時為說對發現問應開關設圖網碼啟選項記錄複刪編視]/
  const wrong: string[] = []
  for (const [language, foreign] of [
    ['zh-HK', simplifiedOnly],
    ['zh-CN', traditionalOnly],
  ] as const) {
    for (const [key, text] of texts(language)) {
      const found = foreign.exec(text)?.[0]
      if (found) wrong.push(`${language} ${key}: ${found}`)
      const words = english.get(key) ?? ''
      if (text === words && /[a-z]{4}/.test(words)) wrong.push(`${language} ${key} is English`)
    }
  }
  expect(wrong).toEqual([])
})
