import { MenuIcon, SearchIcon } from '../kit/icons.tsx'
import { Link } from '../kit/link.tsx'
import { Menu } from '../kit/menu.tsx'
import { fileUrl, useShop } from '../kit/shop.tsx'
import { Slots } from '../kit/slots.tsx'
import { SearchForm, useSearchable } from './search-form.tsx'
import { CurrencySwitch, LanguageSwitch, MenuSwitches } from './switches.tsx'

const Logo = () => {
  const { basic, image } = useShop().shell.settings
  const logo = fileUrl(image.logo)
  return (
    <Link to="/" className="brand">
      {logo ? <img src={logo} alt={basic.name} height="40" width="160" /> : <span>{basic.name}</span>}
    </Link>
  )
}

/** The header: shop name, navigation, search, language, currency, and slots of plugins. */
export const Header = () => {
  const { t } = useShop()
  const searchable = useSearchable()
  return (
    <header className="site-header">
      <div className="bar">
        <Menu className="phone-menu" name={t('shell.menu')} label={<MenuIcon />}>
          <Slots at="layout.menu" />
          <MenuSwitches />
        </Menu>
        <Logo />
        <Slots at="layout.nav" />
        <div className="bar-end">
          <SearchForm />
          {searchable && (
            <Menu className="phone-search" name={t('shell.search.submit')} label={<SearchIcon />}>
              <SearchForm first />
            </Menu>
          )}
          <LanguageSwitch />
          <CurrencySwitch />
          <Slots at="layout.header" />
        </div>
      </div>
    </header>
  )
}

/** Header of pages such as the checkout, without navigation. */
export const QuietHeader = () => (
  <header className="site-header quiet-header">
    <div className="bar">
      <Logo />
      <div className="bar-end">
        <LanguageSwitch />
        <Slots at="layout.quiet" />
      </div>
    </div>
  </header>
)
