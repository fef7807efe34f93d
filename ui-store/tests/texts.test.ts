import { describe, expect, it } from 'vitest'
import { createTranslate } from '../src/i18n/create.ts'

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
