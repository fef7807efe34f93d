import { describe, expect, it } from 'vitest'
import { safePath } from '../store/shared/safe-path.ts'

describe('where signing in leads', () => {
  it.each(['/account?tab=orders', '/product/tea#more', '/zh-HK/product/tea'])('%s is a page of the shop', (path) => {
    expect(safePath(path)).toBe(path)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\t/evil.example', '', undefined])(
    '%s is not',
    (path) => {
      expect(safePath(path)).toBeUndefined()
    },
  )

  it('does not lead back to the door, in no language', () => {
    expect(safePath('/login')).toBeUndefined()
    expect(safePath('/zh-HK/register', '/zh-HK')).toBeUndefined()
    expect(safePath('/zh-HK/account', '/zh-HK')).toBe('/account')
  })
})
