import { describe, expect, it } from 'vitest'
import { safePath } from '../store/shared/safe-path.ts'

describe('redirect after sign-in', () => {
  it.each(['/account?tab=orders', '/product/tea#more', '/zh-HK/product/tea'])('%s is a path of the shop', (path) => {
    expect(safePath(path)).toBe(path)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\t/evil.example', '', undefined])(
    '%s is not a path of the shop',
    (path) => {
      expect(safePath(path)).toBeUndefined()
    },
  )

  it('rejects the sign-in and registration pages, in any language', () => {
    expect(safePath('/login')).toBeUndefined()
    expect(safePath('/zh-HK/register', '/zh-HK')).toBeUndefined()
    expect(safePath('/zh-HK/account', '/zh-HK')).toBe('/account')
  })
})
