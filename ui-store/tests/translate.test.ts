import { describe, expect, it } from 'vitest'
import { createTranslate } from '../src/i18n/create.ts'

describe('translations', () => {
  it('fill placeholders and choose the plural by language', () => {
    const english = createTranslate('en-US', {
      cart: { left_one: 'Only {count} is left', left_other: 'Only {count} are left' },
    })
    expect(english('cart.left', { count: 1 })).toBe('Only 1 is left')
    expect(english('cart.left', { count: 3 })).toBe('Only 3 are left')
    expect(createTranslate('zh-HK', { left_other: '僅餘 {count} 件' })('left', { count: 1 })).toBe('僅餘 1 件')
  })

  it('show the key of a missing message, and keep a placeholder without a value', () => {
    const t = createTranslate('en-US', { a: 'Hello {name}' })
    expect(t('b.c')).toBe('b.c')
    expect(t('a')).toBe('Hello {name}')
  })
})
