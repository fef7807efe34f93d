import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BlockableButton } from './blockable-button.tsx'

const draw = (props: object) => renderToStaticMarkup(createElement(BlockableButton, { text: 'Refund', type: 'submit', ...props }))

test('a button that is blocked says why to everybody, and can still be reached by keyboard', () => {
  const html = draw({ blockedBy: 'Enter a reason.' })
  expect(html).toContain('title="Enter a reason."')
  expect(html).toMatch(/aria-disabled="true"/)
  expect(html).not.toMatch(/ disabled=""/)
  const [, id] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`<span id="${id}" class="sr-only">Enter a reason.</span>`)
})

test('a button that is not blocked is a plain button', () => {
  expect(draw({})).not.toMatch(/aria-d|title=|sr-only/)
  expect(draw({})).toContain('type="submit"')
})
