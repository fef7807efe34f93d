import { ChevronIcon, Goto, Keep, Menu, useShop, useT } from 'stoa/store'
import { NavList, getNav } from './nav.tsx'

/** Number of entries in the bar on a laptop; the rest are under "More". */
const IN_BAR = 6

const Entries = () => {
  const { t, shell } = useShop()
  const nodes = getNav(shell, 'desktop')
  const rest = nodes.slice(IN_BAR)
  return (
    <>
      <ul>
        {nodes.slice(0, IN_BAR).map((node) => (
          <li key={node.id} className={node.children.length > 0 ? 'has-children' : undefined}>
            <Goto to={node.to} beside={node.beside}>
              {node.title}
            </Goto>
            {node.children.length > 0 && (
              <div className="nav-panel">
                <NavList nodes={node.children} depth={2} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Menu
          name={t('content.frame.more')}
          label={
            <>
              {t('content.frame.more')}
              <ChevronIcon />
            </>
          }
        >
          <NavList nodes={rest} />
        </Menu>
      )}
    </>
  )
}

/** The menu beside the logo on wide screens. */
export default function WideNav() {
  const t = useT()
  return (
    <Keep as="nav" name="content/nav" className="wide-nav" aria-label={t('content.frame.navigation')}>
      <Entries />
    </Keep>
  )
}
