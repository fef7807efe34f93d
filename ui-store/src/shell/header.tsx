import { ChevronIcon, MenuIcon } from '../kit/icons.tsx'
import { Goto, Link } from '../kit/link.tsx'
import { Menu } from '../kit/menu.tsx'
import { fileUrl, useShop } from '../kit/shop.tsx'
import { Slots } from '../kit/slots.tsx'
import { NavList, navOf } from './nav.tsx'
import { SearchForm } from './search-form.tsx'
import { CurrencySwitch, LanguageSwitch } from './switches.tsx'

/** As many as fit beside the logo on a laptop; the rest wait under "More". */
const IN_BAR = 6

const WideNav = () => {
  const { t, shell } = useShop()
  const nodes = navOf(shell, 'desktop')
  const rest = nodes.slice(IN_BAR)
  return (
    <nav className="wide-nav" aria-label={t('shell.navigation')}>
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
          name={t('shell.more')}
          label={
            <>
              {t('shell.more')}
              <ChevronIcon />
            </>
          }
        >
          <NavList nodes={rest} />
        </Menu>
      )}
    </nav>
  )
}

const Brand = () => {
  const { basic, image } = useShop().shell.settings
  const logo = fileUrl(image.logo)
  return (
    <Link to="/" className="brand">
      {logo ? <img src={logo} alt={basic.name} height="40" width="160" /> : <span>{basic.name}</span>}
    </Link>
  )
}

/** Top of every page: what the shop is called, where to go, search, language, currency and the cart. */
export const Header = () => {
  const { t, shell } = useShop()
  return (
    <header className="site-header">
      <div className="bar">
        <Menu className="phone-menu" name={t('shell.menu')} label={<MenuIcon />}>
          <SearchForm />
          <nav aria-label={t('shell.navigation')}>
            <NavList nodes={navOf(shell, 'mobile')} />
          </nav>
        </Menu>
        <Brand />
        <WideNav />
        <div className="bar-end">
          <SearchForm />
          <LanguageSwitch />
          <CurrencySwitch />
          <Slots at="layout.header" />
          <Slots at="layout.cart" />
        </div>
      </div>
    </header>
  )
}
