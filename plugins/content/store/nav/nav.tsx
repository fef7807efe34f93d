import { Goto, type ShellData } from 'stoa/store'
import type { CategoryNode } from 'stoa/plugins/catalogue'
import type { MenuNode } from '../../api-types.ts'
import { getCategories } from '../shared/categories.ts'

/** A menu entry from any source. */
export interface NavNode {
  id: number
  title: string
  to: string
  beside: boolean
  children: NavNode[]
}

/** Maximum depth of the menu. */
const DEEPEST = 3

const ofCategory = ({ id, title, url, children }: CategoryNode): NavNode => ({
  id,
  title,
  to: `/category/${url}`,
  beside: false,
  children: children.map(ofCategory),
})

const ofMenu = (displayFlag: 'display_in_mobile' | 'display_in_desktop') => {
  const nodes = (list: MenuNode[]): NavNode[] =>
    list
      .filter((node) => node[displayFlag])
      .map(({ id, title, to, open_in_current_tab, children }) => ({
        id,
        title,
        to,
        beside: !open_in_current_tab,
        children: nodes(children),
      }))
  return nodes
}

/** The menu for a screen size; the categories when the shop has no menu. */
export const getNav = (shell: Parameters<typeof getCategories>[0] & Pick<ShellData, 'menu'>, size: 'mobile' | 'desktop'): NavNode[] =>
  shell.menu.length > 0 ? ofMenu(`display_in_${size}`)(shell.menu) : getCategories(shell).map(ofCategory)

/** Nested list of entries, up to three levels. */
export const NavList = ({ nodes, depth = 1 }: { nodes: NavNode[]; depth?: number }) => (
  <ul>
    {nodes.map((node) => (
      <li key={node.id}>
        <Goto to={node.to} beside={node.beside}>
          {node.title}
        </Goto>
        {depth < DEEPEST && node.children.length > 0 && <NavList nodes={node.children} depth={depth + 1} />}
      </li>
    ))}
  </ul>
)
