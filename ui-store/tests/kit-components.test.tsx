import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { Area, Choice, Field, Password, Select, Tick } from '../src/kit/form/fields.tsx'
import { saying } from '../src/kit/form/parts.tsx'
import { FormContext, type FormState } from '../src/kit/form/state.ts'
import { Goto } from '../src/kit/link.tsx'
import { NamePair } from '../src/kit/name-pair.tsx'
import { Picture } from '../src/kit/picture.tsx'
import { ShopProvider } from '../src/kit/shop.tsx'
import { Stepper, wholeNumber } from '../src/kit/stepper.tsx'
import type { Shop } from '../src/kit/types.ts'

/** Components of the store, rendered on the server. */
const drawn = (element: ReactElement, language = 'en-US'): string =>
  renderToStaticMarkup(<ShopProvider value={{ language, prefix: '', t: (key: string) => key } as unknown as Shop}>{element}</ShopProvider>)

describe('a picture', () => {
  const picture = (more: object) => drawn(<Picture path="img/tea.jpg" alt="A tea" seed={1} name="Tea" {...more} />)

  test("has a srcset of the server's widths, and its dimensions", () => {
    const html = picture({})
    expect(html).toMatch(/^<img srcSet="\/files\/img\/tea\.jpg\?w=160 160w, [^"]*\/files\/img\/tea\.jpg\?w=1920 1920w"/)
    expect(html).toContain('src="/files/img/tea.jpg" alt="A tea" width="800" height="1000"')
  })

  test.each(['img/sign.svg', 'https://elsewhere.test/tea.jpg', 'doc/tea.jpg'])('with a single width has no srcset: %s', (path) => {
    expect(picture({ path })).not.toContain('srcSet')
  })

  test('is loaded lazily, except the first one, which has priority', () => {
    expect(picture({})).toMatch(/loading="lazy" fetchPriority="auto"/)
    expect(picture({ first: true })).toMatch(/loading="eager" fetchPriority="high"/)
  })

  test('may have another source on a phone', () => {
    expect(picture({ phone: 'img/narrow.jpg' })).toMatch(
      /^<picture><source media="\(width &lt; 768px\)" srcSet="\/files\/img\/narrow\.jpg\?w=160 160w[^"]*" sizes="100vw"\/><img /,
    )
    expect(picture({ phone: 'img/narrow.svg' })).toContain('srcSet="/files/img/narrow.svg"')
  })

  test('that is missing is replaced by a placeholder, the same for the same seed, with a text alternative', () => {
    const blank = (seed: number, more = {}) => picture({ path: null, seed, name: '  🍵 tea', ...more })
    expect(blank(7)).toBe(blank(7))
    expect(new Set([0, 1, 2, 3, 4, 5].map((seed) => blank(seed))).size).toBe(6)
    expect(blank(-7)).toBe(blank(7))
    expect(blank(1)).toContain('aria-hidden="true">🍵</span><span class="visually-hidden">A tea</span>')
    expect(blank(1, { alt: '', name: ' ' })).toContain('aria-hidden="true"></span></span>')
  })
})

test.each([
  ['en-US', '<b>given</b><i>family</i>'],
  ['zh-HK', '<i>family</i><b>given</b>'],
  ['zh-CN', '<i>family</i><b>given</b>'],
])('the name fields are in the order of %s', (language, inner) => {
  expect(drawn(<NamePair given={<b>given</b>} family={<i>family</i>} />, language)).toBe(`<div class="field-pair">${inner}</div>`)
})

test.each([
  ['3', 3],
  [' 12 ', 12],
  ['0', 0],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['-1', Number.NaN],
  ['1e3', Number.NaN],
  ['٣', Number.NaN],
  ['2 3', Number.NaN],
])('the typed %j is the whole number %d', (typed, number) => {
  expect(wholeNumber(typed)).toBe(number)
})

describe('a number stepper', () => {
  const steps = (value: string, lowest?: number) => {
    const changes: string[] = []
    const { props } = Stepper({
      id: 'n',
      value,
      labels: { field: 'f', less: 'l', more: 'm' },
      ...(lowest === undefined ? {} : { lowest }),
      onChange: (to) => changes.push(to),
      onCommit: (to) => changes.push(`${to}!`),
    }) as ReactElement<{ children: ReactElement<{ onClick: () => void }>[] }>
    for (const at of [0, 2]) props.children[at]?.props.onClick()
    return changes
  }

  test.each([
    ['3', undefined, ['2', '2!', '4', '4!']],
    ['1', undefined, ['1', '1!', '2', '2!']],
    ['1', 0, ['0', '0!', '2', '2!']],
    // Input that is not a number counts as zero.
    ['abc', undefined, ['1', '1!', '1', '1!']],
    ['', 0, ['0', '0!', '1', '1!']],
  ])('steps from %j down to %s and up', (value, lowest, changes) => {
    expect(steps(value, lowest)).toEqual(changes)
  })
})

test('an external link or one to a new tab is a plain link without an opener', () => {
  expect(drawn(<Goto to="https://elsewhere.test/?a=1&b" className="x" />)).toBe(
    '<a href="https://elsewhere.test/?a=1&amp;b" class="x"></a>',
  )
  expect(drawn(<Goto to="/tea" beside />)).toBe('<a href="/tea" target="_blank" rel="noopener"></a>')
  expect(drawn(<Goto to="mailto:a@b.test" />)).toBe('<a href="mailto:a@b.test"></a>')
})

describe('a field', () => {
  const problems: Record<string, string> = { wrong: 'It is wrong.' }
  const state = {
    register: (name: string) => ({ name }),
    getProblem: (name: string) => problems[name],
    round: 0,
    sent: undefined,
  } as unknown as FormState
  const inForm = (element: ReactElement) => drawn(<FormContext value={state}>{element}</FormContext>)
  /** Label and descriptions of the control with this name, found by its ids. */
  const tied = (html: string, name: string) => {
    const control = new RegExp(`<(?:input|textarea|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
    const getAttribute = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(control)?.[1]
    const text = (id: string) => new RegExp(`<p [^>]*id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]
    const label = new RegExp(`<label for="${getAttribute('id')}">(.*?)</label>`).exec(html)?.[1]
    return { label, wrong: getAttribute('aria-invalid'), descriptions: getAttribute('aria-describedby')?.split(' ').map(text) }
  }

  test.each([
    ['Field', (name: string) => <Field name={name} label="Name" hint="As in a passport." />],
    ['Area', (name: string) => <Area name={name} label="Name" hint="As in a passport." />],
    ['Select', (name: string) => <Select name={name} label="Name" hint="As in a passport." options={[['a', 'A']]} />],
    ['Password', (name: string) => <Password name={name} label="Name" hint="As in a passport." autoComplete="new-password" />],
  ])('is linked to its label, hint and error: %s', (_, field) => {
    expect(tied(inForm(field('fine')), 'fine')).toEqual({ label: 'Name', wrong: 'false', descriptions: ['As in a passport.'] })
    expect(tied(inForm(field('wrong')), 'wrong')).toEqual({
      label: 'Name',
      wrong: 'true',
      descriptions: ['It is wrong.', 'As in a passport.'],
    })
    expect(tied(drawn(field('wrong')), 'wrong').wrong).toBe('false')
  })

  test('says that it is optional', () => {
    const html = inForm(<Field name="fine" label="Name" optional type="email" maxLength={20} />)
    expect(tied(html, 'fine')).toEqual({
      label: 'Name<span class="muted"> (shell.form.optional)</span>',
      wrong: 'false',
      descriptions: undefined,
    })
    expect(html).toMatch(/type="email" maxLength="20"/)
  })

  test('of a checkbox or radio group keeps its selection, with the error below', () => {
    expect(inForm(<Tick name="wrong" label="Yes" checked />)).toMatch(/<input type="checkbox"[^>]* checked=""\/>.*It is wrong\.<\/p>$/)
    const html = inForm(
      <Choice
        name="wrong"
        label="How"
        chosen="b"
        choices={[
          { value: 'a', title: 'A', price: '' },
          { value: 'b', title: 'B', description: 'More', price: '1.00' },
        ]}
      />,
    )
    expect(html).toMatch(
      /^<fieldset class="choices" id="([^"]+)" tabindex="-1" aria-describedby="\1-problem"><legend class="visually-hidden">How<\/legend>/,
    )
    expect(html.match(/<input[^>]*>/g)?.map((input) => / checked=""/.test(input))).toEqual([false, true])
    expect(html).not.toMatch(/<input[^>]* id=/)
  })

  test('refers to no description when there is none', () => {
    expect(saying('x', {})).toEqual({ 'aria-invalid': false })
    expect(saying('x', { problem: '' })).toEqual({ 'aria-invalid': true, 'aria-describedby': 'x-problem' })
  })
})
