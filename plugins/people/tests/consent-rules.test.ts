import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { toDisplayName } from '../domain/display-name.ts'
import { fullName } from '../domain/full-name.ts'
import { CONSENT, normalizeEmail } from '../index.ts'
import { type ConsentLink, consentSignature, isConsentLink, linkQuery, packLink, unpackLink } from '../services/consent-links.ts'
import { type ConsentChange, type ConsentState, isIrreversible } from '../services/consent.ts'

/** Consent changes, their precedence, and the content of unsubscribe links. */
const shop = suite(['people'])
const link = (more: Partial<ConsentLink> = {}): ConsentLink => ({
  address: 'may@mail.test',
  channel: 'email',
  topic: 'marketing',
  ref: '',
  ...more,
})

test('a consent link states what it unsubscribes from, and its signature covers every part', () => {
  const { kernel } = shop.it
  for (const unsafeLink of [
    link(),
    link({ topic: 'events' }),
    link({ channel: 'sms', address: '85291234567' }),
    link({ ref: 'broadcast 1 2' }),
    link({ topic: '*' }),
  ]) {
    const found = unpackLink(packLink(kernel, unsafeLink))
    expect(found).toMatchObject(unsafeLink)
    expect(isConsentLink(kernel, unsafeLink, found?.signature ?? '')).toBe(true)
    const others: Partial<ConsentLink>[] = [
      { address: 'lee@mail.test' },
      { channel: unsafeLink.channel === 'sms' ? 'email' : 'sms' },
      { topic: 'other' },
      { ref: 'x' },
    ]
    for (const other of others)
      expect(isConsentLink(kernel, { ...unsafeLink, ...other }, consentSignature(kernel, unsafeLink)), JSON.stringify(other)).toBe(false)
  }
})

test('an invalid consent link is rejected, whatever its form', () => {
  const { kernel } = shop.it
  const whole = packLink(kernel, link())
  for (const none of [
    '',
    '.',
    whole.slice(0, -1),
    `${whole}x`,
    `.${whole}`,
    whole.replace('.', ''),
    `${'A'.repeat(801)}.${whole.split('.')[1]}`,
  ])
    expect(unpackLink(none), none).toBeUndefined()
  const strange = Buffer.from('a@b.test\npost\nmarketing\n').toString('base64url')
  expect(unpackLink(`${strange}.${whole.split('.')[1]}`)).toBeUndefined()
})

test('an address is normalized before it is signed, in links too', () => {
  const { kernel } = shop.it
  const shouted = link({ address: ' MAY@Mail.TEST ' })
  expect(consentSignature(kernel, shouted)).toBe(consentSignature(kernel, link()))
  expect(new URLSearchParams(linkQuery(kernel, shouted)).get('email')).toBe('may@mail.test')
  // Old links contain the address only and refer to the default topic.
  expect([...new URLSearchParams(linkQuery(kernel, link())).keys()]).toEqual(['email', 'signature'])
  expect([...new URLSearchParams(linkQuery(kernel, link({ topic: 'events' }))).keys()]).toEqual([
    'email',
    'channel',
    'topic',
    'ref',
    'signature',
  ])
  expect([normalizeEmail(' Ä@B.Test '), normalizeEmail('a\u0308@b.test')]).toEqual(['ä@b.test', 'ä@b.test'])
})

test.each<[ConsentState | undefined, ConsentChange['reason'], boolean]>([
  [undefined, 'import', false],
  ['subscribed', 'import', false],
  ['unsubscribed', 'import', true],
  ['suppressed', 'import', true],
  ['unsubscribed', 'admin', false],
  ['suppressed', 'admin', true],
  ['suppressed', 'user', false],
  ['unsubscribed', 'user', false],
])('after %s a subscribe by %s is rejected: %s', (before, reason, refused) => {
  expect(isIrreversible(before, reason)).toBe(refused)
})

let n = 0
/** The state of an address after these consent changes. */
const after = async (...changes: [ConsentState, ConsentChange['reason'], Partial<ConsentChange>?][]) => {
  const { kernel } = shop.it
  const address = `said${++n}@mail.test`
  const noted: boolean[] = []
  for (const [state, reason, more] of changes)
    noted.push(
      await kernel.transaction((tx) =>
        kernel.get(CONSENT).recordChange(tx, { address, state, reason, source: 'test', actor: { kind: 'guest' }, ...more }),
      ),
    )
  return {
    noted,
    getState: (topic = 'marketing', channel: 'email' | 'sms' = 'email') =>
      kernel.get(CONSENT).getState(kernel.db, address, { topic, channel }),
    address,
  }
}

test('an unchanged state is not recorded again, and a weaker opt-out does not replace a stronger one', async () => {
  const result = await after(
    ['subscribed', 'user'],
    ['subscribed', 'user'],
    ['suppressed', 'bounce'],
    ['unsubscribed', 'user'],
    ['suppressed', 'complaint'],
  )
  expect([result.noted, await result.getState()]).toEqual([[true, false, true, false, false], 'suppressed'])
  const back = await after(['suppressed', 'bounce'], ['subscribed', 'admin'], ['subscribed', 'import'], ['subscribed', 'user'])
  expect([back.noted, await back.getState()]).toEqual([[true, false, false, true], 'subscribed'])
})

test('a choice for all topics applies to each topic until a later one for it, and to its channel only', async () => {
  const result = await after(
    ['subscribed', 'user', { topic: 'events' }],
    ['unsubscribed', 'user', { topic: '*' }],
    ['subscribed', 'user', { topic: 'events' }],
  )
  expect([
    await result.getState('events'),
    await result.getState('marketing'),
    await result.getState('anything'),
    await result.getState('events', 'sms'),
  ]).toEqual(['subscribed', 'unsubscribed', 'unsubscribed', undefined])
  // The repeated "*" change is recorded again, because another change was recorded in between.
  const again = await after(
    ['unsubscribed', 'user', { topic: '*' }],
    ['unsubscribed', 'user', { topic: '*' }],
    ['subscribed', 'user'],
    ['unsubscribed', 'user', { topic: '*' }],
  )
  expect(again.noted).toEqual([true, false, true, true])
})

test('concurrent changes leave one state, and each change is recorded once', async () => {
  const { kernel } = shop.it
  const address = 'at-once@mail.test'
  const say = (state: ConsentState) =>
    kernel.transaction((tx) =>
      kernel.get(CONSENT).recordChange(tx, { address, state, reason: 'user', source: 'test', actor: { kind: 'guest' } }),
    )
  const noted = await Promise.all(Array.from({ length: 12 }, () => say('subscribed')))
  expect(noted.filter(Boolean)).toHaveLength(1)
  expect(await kernel.db.rows(sql`select 1 from consent where address_norm = ${address}`)).toHaveLength(1)
})

test('a display name never contains a link, and formatting it again does not change it', () => {
  const part = fc.constantFrom(
    'May',
    ' ',
    '.',
    'evil',
    'test',
    'http://',
    '@',
    '12',
    '345',
    '\n',
    '陳',
    "'",
    '-',
    '<b>',
    '+852',
    'www.',
    '，',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.string(),
      ),
      (name) => {
        const called = toDisplayName(name)
        // Texts that email clients turn into links: letters on both sides of a dot, an address, a phone number.
        expect(called).not.toMatch(/[\p{L}\p{N}]\.[\p{L}\p{N}]|[@:/<>\n]|\d{3}/u)
        expect([...called].length).toBeLessThanOrEqual(60)
        expect(toDisplayName(called)).toBe(called)
      },
    ),
    { numRuns: 500 },
  )
})

test('a full name is ordered by its script', () => {
  expect([
    fullName('May', 'Li'),
    fullName('美玲', '陳'),
    fullName('May', '陳'),
    fullName('', 'Li'),
    fullName('May', ''),
    fullName('', ''),
  ]).toEqual(['May Li', '陳美玲', 'May 陳', 'Li', 'May', ''])
})
