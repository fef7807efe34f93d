import { expect, test } from 'vitest'
import { firstSpoken } from '../../cli/store-options.ts'

const all = ['en-US', 'zh-HK', 'zh-CN']

test.each([
  ['zh-HK,zh;q=0.9,en;q=0.8', all, 'zh-HK'],
  ['zh-TW', all, 'zh-HK'],
  ['zh-Hans-SG', all, 'zh-CN'],
  ['en-GB', all, 'en-US'],
  ['en;q=0.5, zh-CN;q=0.9', all, 'zh-CN'],
  ['fr-FR, de;q=0.9, zh-HK;q=0.1', all, 'zh-HK'],
  ['zh-CN, zh-HK;q=0.9', ['en-US', 'zh-HK'], 'zh-HK'],
  ['zh-HK;q=0, en', all, 'en-US'],
  ['fr', all, undefined],
  ['*', all, undefined],
  ['', all, undefined],
  [undefined, all, undefined],
  ['__proto__, constructor;q=x, ;;;,', all, undefined],
])('for Accept-Language %j a shop with the languages %j answers in %j', (acceptLanguage, supported, answer) => {
  expect(firstSpoken(acceptLanguage, supported)).toBe(answer)
})
