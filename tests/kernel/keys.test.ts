import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { isSealed, createToken, seal, sign, signedPath, signingKeys, hashToken, unseal, verify } from 'stoa'
import { readConfig } from '../../cli/start/config.ts'
import { isSigned } from '../../core/file/signed.ts'
import { unsealSecrets, maskSecrets, sealSecrets } from '../../core/mail/secret-parts.ts'
import { tries } from '../support/property.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'stoa-keys-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

const FIRST = 'first-key-of-the-shop-'.padEnd(40, 'a')
const SECOND = 'second-key-of-the-shop-'.padEnd(40, 'b')
const shop = (...secrets: string[]) => ({ ...readConfig({ STOA_DATA_DIR: dataDir }), secrets })
const today = shop(FIRST)
/** Flips one bit of a base64url text. */
const damaged = (sealed: string, at: number) => {
  const [head, body = ''] = [sealed.slice(0, sealed.lastIndexOf(':') + 1), sealed.slice(sealed.lastIndexOf(':') + 1)]
  const bytes = Buffer.from(body, 'base64url')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return head + bytes.toString('base64url')
}

describe('the signing keys', () => {
  test('come from the environment, or are created once and stored with owner-only access', () => {
    expect(signingKeys(shop(FIRST, SECOND))).toEqual([FIRST, SECOND])
    const [made, ...more] = signingKeys(shop())
    expect(more).toEqual([])
    expect(made?.length).toBeGreaterThanOrEqual(32)
    expect(signingKeys(shop())).toEqual([made])
    const file = join(dataDir, 'signing-key')
    expect(readFileSync(file, 'utf8')).toBe(made)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('cause an error when they cannot be stored or are incomplete, never an empty key', () => {
    const file = join(dataDir, 'no-folder')
    writeFileSync(file, '')
    expect(() => signingKeys({ ...shop(), dataDir: join(file, 'inside') })).toThrow('ENOTDIR')
    const half = mkdtempSync(join(tmpdir(), 'stoa-keys-'))
    for (const left of ['', 'half a key', `${FIRST}\nhalf`]) {
      writeFileSync(join(half, 'signing-key'), left)
      expect(() => signingKeys({ ...shop(), dataDir: half }), left).toThrow('holds no whole key')
    }
    rmSync(half, { recursive: true })
  })
})

describe('a sealed value', () => {
  test('opens for its purpose with any content, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (plain) => {
        const sealed = seal(today, 'mail', plain)
        expect(isSealed(sealed)).toBe(true)
        expect(unseal(today, 'mail', sealed)).toBe(plain)
        expect(seal(today, 'mail', plain)).not.toBe(sealed)
      }),
      tries(50),
    )
    expect(seal(today, 'mail', 'a plain word')).not.toContain(Buffer.from('a plain word').toString('base64url'))
  })

  test('does not open for another purpose, another key, or after any bit changed', () => {
    const sealed = seal(today, 'mail', 'a secret')
    expect(unseal(today, 'sms', sealed)).toBeUndefined()
    expect(unseal(shop(SECOND), 'mail', sealed)).toBeUndefined()
    for (const at of [0, 11, 12, 27, 28, 35]) expect(unseal(today, 'mail', damaged(sealed, at)), `byte ${at}`).toBeUndefined()
    expect(unseal(today, 'mail', sealed.slice(0, -4))).toBeUndefined()
    expect(unseal(today, 'mail', 'sealed:1:')).toBeUndefined()
    expect(unseal(today, 'mail', 'a secret')).toBeUndefined()
    expect(isSealed('a secret')).toBe(false)
  })

  test('opens while its key is still configured; new values are sealed with the first key', () => {
    const old = seal(shop(SECOND), 'mail', 'a secret')
    expect(unseal(shop(FIRST, SECOND), 'mail', old)).toBe('a secret')
    const fresh = seal(shop(FIRST, SECOND), 'mail', 'a secret')
    expect(unseal(today, 'mail', fresh)).toBe('a secret')
    expect(unseal(shop(SECOND), 'mail', fresh)).toBeUndefined()
  })
})

describe('a signature', () => {
  test('is valid only for its value and purpose, with any configured key', () => {
    const made = sign(today, 'order', '17')
    expect(verify(today, 'order', '17', made)).toBe(true)
    expect(verify(shop(SECOND, FIRST), 'order', '17', made)).toBe(true)
    expect(sign(shop(SECOND, FIRST), 'order', '17')).not.toBe(made)
    expect(verify(today, 'order', '18', made)).toBe(false)
    expect(verify(today, 'cart', '17', made)).toBe(false)
    expect(verify(shop(SECOND), 'order', '17', made)).toBe(false)
    // A different split of purpose and value does not match.
    expect(verify(today, 'order1', '7', made)).toBe(false)
    for (const wrong of ['', 'x', made.slice(0, -2), `${made}AA`]) expect(verify(today, 'order', '17', wrong), wrong).toBe(false)
  })
})

describe('the signed URL of a private file', () => {
  const query = (address: string) => new URL(address, 'http://shop.test').searchParams
  const opens = (address: string, path: string) =>
    isSigned(today, path, query(address).get('expires') ?? undefined, query(address).get('signature') ?? undefined)

  test('expires after its minutes, ten by default', () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] })
    const [usual, short] = [signedPath(today, 'doc/a.pdf'), signedPath(today, 'doc/a.pdf', 1)]
    expect(opens(usual, 'doc/a.pdf')).toBe(true)
    vi.setSystemTime(new Date('2026-11-22T10:00:59Z'))
    expect(opens(short, 'doc/a.pdf')).toBe(true)
    vi.setSystemTime(new Date('2026-11-22T10:01:01Z'))
    expect(opens(short, 'doc/a.pdf')).toBe(false)
    vi.setSystemTime(new Date('2026-11-22T10:09:59Z'))
    expect(opens(usual, 'doc/a.pdf')).toBe(true)
    vi.setSystemTime(new Date('2026-11-22T10:10:01Z'))
    expect(opens(usual, 'doc/a.pdf')).toBe(false)
  })

  test('opens only that file, and its expiry cannot be changed', () => {
    const address = signedPath(today, 'doc/a.pdf')
    const [expires, signature] = [query(address).get('expires') ?? '', query(address).get('signature') ?? '']
    expect(opens(address, 'doc/b.pdf')).toBe(false)
    expect(isSigned(today, 'doc/a.pdf', String(Number(expires) + 60), signature)).toBe(false)
    for (const wrong of [undefined, '', 'soon', `${expires}0000`, `${expires}.5`, `+${expires}`])
      expect(isSigned(today, 'doc/a.pdf', wrong, signature), String(wrong)).toBe(false)
    expect(isSigned(today, 'doc/a.pdf', expires, undefined)).toBe(false)
  })
})

test('a token is unique, unguessable, and stored as a hash', () => {
  const tokens = Array.from({ length: 50 }, createToken)
  expect(new Set(tokens).size).toBe(50)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(hashToken(tokens[0] ?? '')).toHaveLength(32)
  expect(hashToken('a')).toEqual(hashToken('a'))
  expect(hashToken('a')).not.toEqual(hashToken('b'))
})

describe('a secret in a message', () => {
  const link = 'https://shop.test/reset?token=abc&email=may@shop.test'
  const hidden = { config: today, parts: [link, 'abc'] }

  test('is masked as plain text, in HTML, and URL-encoded', () => {
    const text = `Go to ${link} or say abc`
    expect(maskSecrets(text, hidden.parts)).toBe('Go to ••• or say •••')
    expect(maskSecrets(text, ['abc', link])).toBe('Go to ••• or say •••')
    expect(maskSecrets('<a href="https://shop.test/reset?token=abc&amp;email=may@shop.test">', hidden.parts)).toBe('<a href="•••">')
    expect(maskSecrets(`next=${encodeURIComponent(link)}`, hidden.parts)).toBe('next=•••')
    expect(maskSecrets('"<4711>"', ['<4711>'])).toBe('"•••"')
    expect(maskSecrets('&quot;&lt;4711&gt;&quot;', ['"<4711>"'])).toBe('•••')
  })

  test('is not masked when there is none, and an empty part masks nothing', () => {
    expect(maskSecrets('Dear May', ['', 'absent'])).toBe('Dear May')
    const texts = { subject: 'Hello', text_body: 'Dear May' }
    for (const none of [undefined, { config: today, parts: [] }, { config: today, parts: [''] }])
      expect(sealSecrets('mail', texts, none)).toEqual({ masked: texts, sealed: null })
  })

  test('is masked in every text, and restored only with the key of its purpose', () => {
    const texts = { subject: 'Code abc', text_body: `Open ${link}`, html_body: '' }
    const { masked, sealed } = sealSecrets('mail', texts, hidden)
    expect(masked).toEqual({ subject: 'Code •••', text_body: 'Open •••', html_body: '' })
    expect(JSON.stringify([masked, sealed])).not.toContain('abc')
    expect(unsealSecrets(today, 'mail', masked, sealed)).toEqual(texts)
    expect(unsealSecrets(today, 'sms', masked, sealed)).toBeUndefined()
    expect(unsealSecrets(shop(SECOND), 'mail', masked, sealed)).toBeUndefined()
    expect(unsealSecrets(shop(SECOND), 'mail', masked, null)).toEqual(masked)
  })
})
