import { describe, expect, it } from 'vitest'
import { headTags } from '../src/head/head-tags.ts'
import { renderHead, safeJson } from '../src/head/render-head.ts'
import { keywordProblem } from '../src/kit/keyword.ts'
import { splitLocale } from '../src/kit/locale.ts'
import { themeCss } from '../src/kit/theme.ts'
import type { HeadInfo, Shop } from '../src/kit/types.ts'

const shop = (language: Shop['language']): Shop =>
  ({
    language,
    bootstrap: { origin: 'https://shop.example' },
    shell: {
      settings: {
        basic: { name: 'Shop', main_language: 'en-US', supported_languages: ['en-US', 'zh-HK', 'zh-CN'] },
        image: { banner: null, logo: null },
      },
    },
  }) as unknown as Shop

const tagsOf = (head: HeadInfo, language: Shop['language'] = 'zh-HK') => headTags(head, shop(language), '/product/tea')
const hrefOf = (head: HeadInfo, key: string, value: string) => tagsOf(head).find((tag) => tag.attributes[key] === value)?.attributes.href

describe('the head of a page', () => {
  it('points at itself: without prefix in the main language, with it in others', () => {
    expect(hrefOf({ title: 'Tea' }, 'rel', 'canonical')).toBe('https://shop.example/zh-HK/product/tea')
    const english = tagsOf({ title: 'Tea' }, 'en-US').find((tag) => tag.attributes.rel === 'canonical')
    expect(english?.attributes.href).toBe('https://shop.example/product/tea')
  })

  it('names every language, neighbours included, and the same set whichever language it is in', () => {
    expect(hrefOf({ title: 'Tea' }, 'hreflang', 'zh-MO')).toBe('https://shop.example/zh-HK/product/tea')
    expect(hrefOf({ title: 'Tea' }, 'hreflang', 'zh-SG')).toBe('https://shop.example/zh-CN/product/tea')
    expect(hrefOf({ title: 'Tea' }, 'hreflang', 'x-default')).toBe('https://shop.example/product/tea')
    const alternates = (language: Shop['language']) => tagsOf({ title: 'Tea' }, language).filter((tag) => tag.attributes.hreflang)
    expect(alternates('en-US')).toEqual(alternates('zh-CN'))
  })

  it('keeps pages that are nobody else’s business out of search engines', () => {
    const tags = tagsOf({ title: 'Checkout', noindex: true })
    expect(tags.some((tag) => tag.attributes.content === 'noindex')).toBe(true)
    expect(tags.some((tag) => tag.attributes.rel === 'canonical')).toBe(false)
  })

  it('cannot be broken out of', () => {
    const evil = '</script><script>alert(1)</script>"\'&'
    const html = renderHead(tagsOf({ title: evil, description: evil, jsonLd: [{ name: evil }] }))
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(JSON.parse(safeJson({ evil }))).toEqual({ evil })
    expect(safeJson({ evil })).not.toContain('<')
  })
})

describe('small rules', () => {
  it('a keyword holds letters, digits, Chinese characters, underscore, space and hyphen', () => {
    expect(keywordProblem('  ')).toBe('shell.rule.required')
    for (const good of ['tea pot', '龍井 100', 'a_b-c', 'café']) expect([good, keywordProblem(good)]).toEqual([good, null])
    for (const bad of ['tea!', '<b>', 'a/b', 'ひらがな', '50%']) expect([bad, keywordProblem(bad)]).toEqual([bad, 'shell.rule.no_specific'])
  })

  it('a language is taken off the front of a path', () => {
    expect(splitLocale('/zh-HK/product/tea')).toEqual({
      locale: 'zh-HK',
      prefix: '/zh-HK',
      path: '/product/tea',
    })
    expect(splitLocale('/zh-HK')).toEqual({ locale: 'zh-HK', prefix: '/zh-HK', path: '/' })
    expect(splitLocale('/fr/product')).toEqual({ locale: undefined, prefix: '', path: '/fr/product' })
  })

  it('colours that cannot be read are darkened, and what is no colour is ignored', () => {
    expect(themeCss({ accent: '#1f5f4a' })).toContain('--accent:#1f5f4a;--accent-ink:#ffffff')
    const css = themeCss({ accent: '#ffee00' })
    expect(css).not.toContain('#ffee00')
    expect(themeCss({ accent: 'red}body{display:none' })).toBe('')
  })
})
