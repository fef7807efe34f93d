import { expect, test } from 'vitest'
import type { ShellData } from 'stoa/store/types'
import type { MenuNode } from '../../api-types.ts'
import { getNav } from './nav.tsx'

const entry = (id: number, more: Partial<MenuNode> = {}): MenuNode => ({
  id,
  title: `Entry ${id}`,
  type: 'category',
  url: `c${id}`,
  to: `/category/c${id}`,
  open_in_current_tab: true,
  display_in_mobile: true,
  display_in_desktop: true,
  children: [],
  ...more,
})
const shell = (menu: MenuNode[]) =>
  ({ menu, categories: [{ id: 7, title: 'Tea', url: 'tea', image: null, children: [] }] }) as unknown as ShellData

test('each screen size shows the entries meant for it, with all their children', () => {
  const data = shell([
    entry(1, { display_in_mobile: false, children: [entry(2)] }),
    entry(3, { display_in_desktop: false }),
    entry(4, { children: [entry(5, { display_in_mobile: false })] }),
  ])
  const ids = (nodes: ReturnType<typeof getNav>): unknown[] => nodes.map((node) => [node.id, ...ids(node.children)])
  expect(ids(getNav(data, 'desktop'))).toEqual([
    [1, [2]],
    [4, [5]],
  ])
  expect(ids(getNav(data, 'mobile'))).toEqual([[3], [4]])
})

test('an entry may open in a new tab, and lead to another site', () => {
  const [node] = getNav(shell([entry(1, { type: 'link', to: 'https://other.test/', open_in_current_tab: false })]), 'desktop')
  expect(node).toMatchObject({ to: 'https://other.test/', beside: true })
})

test('a site without a shop has no categories to show', () => {
  expect(getNav({ menu: [] }, 'desktop')).toEqual([])
})

test('a shop without a menu of its own shows its categories', () => {
  expect(getNav(shell([]), 'mobile')).toEqual([{ id: 7, title: 'Tea', to: '/category/tea', beside: false, children: [] }])
})
