import { Goto, type ShellData } from 'stoa/store'
import type { CategoryNode } from 'stoa/plugins/catalogue'
import type { MenuNode } from '../../api-types.ts'
import { getCategories } from '../shared/categories.ts'

/** One line of the navigation, wherever it comes from. */
export interface NavNode {
  id: number
  title: string
  to: string
  beside: boolean
  children: NavNode[]
}

/** Deeper nobody finds anything. */
const DEEPEST = 3

const ofCategory = ({ id, title, url, children }: CategoryNode): NavNode => ({
  id,
  title,
  to: `/category/${url}`,
  beside: false,
  children: children.map(ofCategory),
})

const ofMenu = (shown: 'display_in_mobile' | 'display_in_desktop') => {
  const nodes = (list: MenuNode[]): NavNode[] =>
    list
      .filter((node) => node[shown])
      .map(({ id, title, to, open_in_current_tab, children }) => ({
        id,
        title,
        to,
        beside: !open_in_current_tab,
        children: nodes(children),
      }))
  return nodes
}

/** The navigation of a screen size: the shop's own, or its categories when it has written none. */
export const getNav = (shell: Parameters<typeof getCategories>[0] & Pick<ShellData, 'menu'>, size: 'mobile' | 'desktop'): NavNode[] =>
  shell.menu.length > 0 ? ofMenu(`display_in_${size}`)(shell.menu) : getCategories(shell).map(ofCategory)

/** Lines below one another, up to three levels. */
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
