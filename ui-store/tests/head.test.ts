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

const getTags = (head: HeadInfo, language: Shop['language'] = 'zh-HK') => headTags(head, shop(language), '/product/tea')
const getHref = (head: HeadInfo, key: string, value: string) => getTags(head).find((tag) => tag.attributes[key] === value)?.attributes.href

describe('the head of a page', () => {
  it('has a canonical URL of its own: without prefix in the main language, with it in others', () => {
    expect(getHref({ title: 'Tea' }, 'rel', 'canonical')).toBe('https://shop.example/zh-HK/product/tea')
    const english = getTags({ title: 'Tea' }, 'en-US').find((tag) => tag.attributes.rel === 'canonical')
    expect(english?.attributes.href).toBe('https://shop.example/product/tea')
  })

  it('has hreflang links for every language and its neighbours, the same set in each language', () => {
    expect(getHref({ title: 'Tea' }, 'hreflang', 'zh-MO')).toBe('https://shop.example/zh-HK/product/tea')
    expect(getHref({ title: 'Tea' }, 'hreflang', 'zh-SG')).toBe('https://shop.example/zh-CN/product/tea')
    expect(getHref({ title: 'Tea' }, 'hreflang', 'x-default')).toBe('https://shop.example/product/tea')
    const alternates = (language: Shop['language']) => getTags({ title: 'Tea' }, language).filter((tag) => tag.attributes.hreflang)
    expect(alternates('en-US')).toEqual(alternates('zh-CN'))
  })

  it('keeps private pages out of search engines', () => {
    const tags = getTags({ title: 'Checkout', noindex: true })
    expect(tags.some((tag) => tag.attributes.content === 'noindex')).toBe(true)
    expect(tags.some((tag) => tag.attributes.rel === 'canonical')).toBe(false)
  })

  it('has a title and description for search results and sharing, cut to length', () => {
    const long = `<p>${'tea '.repeat(50)}</p>`
    const getContent = (head: HeadInfo, key: string, name: string) =>
      getTags(head).find((tag) => tag.attributes[key] === name)?.attributes.content
    const title = (head: HeadInfo) => getTags(head)[0]?.text
    expect(title({ title: 'Tea &amp; <b>more</b>' })).toBe('Tea & more – Shop')
    expect([title({ title: 'Shop' }), title({ title: '' })]).toEqual(['Shop', 'Shop'])
    expect(title({ title: `${'t'.repeat(58)} more` })).toBe(`${'t'.repeat(58)}… – Shop`)
    expect(title({ title: 't'.repeat(60) })).toBe(`${'t'.repeat(60)} – Shop`)
    expect(title({ title: long })).toBe(`${'tea '.repeat(15).slice(0, 59)}… – Shop`)
    expect(getContent({ title: 'x', description: long }, 'name', 'description')).toBe(`${'tea '.repeat(40).slice(0, 159)}…`)
    expect(getContent({ title: 'x', description: '<p></p>' }, 'name', 'description')).toBeUndefined()
    expect(getContent({ title: '' }, 'property', 'og:title')).toBe('Shop')
    expect(getContent({ title: 'x', type: 'product' }, 'property', 'og:type')).toBe('product')
    expect(getContent({ title: 'x' }, 'property', 'og:locale')).toBe('zh_HK')
  })

  it('does not cut a surrogate pair', () => {
    const title = getTags({ title: `${'t'.repeat(58)}🍵🍵🍵` })[0]?.text
    expect(title).toBe(`${'t'.repeat(58)}… – Shop`)
  })

  it.each([
    ['img/tea.jpg', 'https://shop.example/files/img/tea.jpg', 'summary_large_image'],
    ['https://elsewhere.test/tea.jpg', 'https://elsewhere.test/tea.jpg', 'summary_large_image'],
    [undefined, undefined, 'summary'],
  ])('shares the picture %s in full size', (image, address, card) => {
    const tags = getTags({ title: 'Tea', ...(image ? { image } : {}) })
    const content = (key: string, name: string) => tags.find((tag) => tag.attributes[key] === name)?.attributes.content
    expect([content('property', 'og:image'), content('name', 'twitter:card')]).toEqual([address, card])
  })

  it("shares the shop's banner, or else its logo, when the page has no picture", () => {
    const image = (images: object) => {
      const testShop = shop('en-US')
      Object.assign(testShop.shell.settings.image, { banner: null, logo: null, ...images })
      return headTags({ title: 'Tea' }, testShop, '/').find((tag) => tag.attributes.property === 'og:image')?.attributes.content
    }
    expect(image({ logo: 'img/logo.png', banner: 'img/banner.png' })).toBe('https://shop.example/files/img/banner.png')
    expect(image({ logo: 'img/logo.png' })).toBe('https://shop.example/files/img/logo.png')
  })

  it('escapes its values', () => {
    const evil = '</script><script>alert(1)</script>"\'&'
    const html = renderHead(getTags({ title: evil, description: evil, jsonLd: [{ name: evil }] }))
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(JSON.parse(safeJson({ evil }))).toEqual({ evil })
    expect(safeJson({ evil })).not.toContain('<')
  })
})

describe('small helpers', () => {
  it('a keyword contains letters and digits of any script, underscore, space and hyphen', () => {
    expect(keywordProblem('  ')).toBe('shell.rule.required')
    for (const good of ['tea pot', '龍井 100', 'a_b-c', 'café', 'ひらがな']) expect([good, keywordProblem(good)]).toEqual([good, null])
    for (const bad of ['tea!', '<b>', 'a/b', '50%']) expect([bad, keywordProblem(bad)]).toEqual([bad, 'shell.rule.no_specific'])
  })

  it('the language prefix is split from a path', () => {
    expect(splitLocale('/zh-HK/product/tea')).toEqual({
      locale: 'zh-HK',
      prefix: '/zh-HK',
      path: '/product/tea',
    })
    expect(splitLocale('/zh-HK')).toEqual({ locale: 'zh-HK', prefix: '/zh-HK', path: '/' })
    expect(splitLocale('/fr/product')).toEqual({ locale: undefined, prefix: '', path: '/fr/product' })
  })

  it('colours with too little contrast are darkened, and invalid ones are ignored', () => {
    expect(themeCss({ accent: '#1f5f4a' })).toContain('--accent:#1f5f4a;--accent-ink:#ffffff')
    const css = themeCss({ accent: '#ffee00' })
    expect(css).not.toContain('#ffee00')
    expect(themeCss({ accent: 'red}body{display:none' })).toBe('')
  })
})
