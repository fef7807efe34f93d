import { Keep, useShop, useT } from 'stoa/store'
import { NavList, getNav } from '../nav/nav.tsx'

const Entries = () => <NavList nodes={getNav(useShop().shell, 'mobile')} />

/** The menu on narrow screens. */
export default function PhoneNav() {
  const t = useT()
  return (
    <Keep as="nav" name="content/phone-nav" aria-label={t('content.frame.navigation')}>
      <Entries />
    </Keep>
  )
}
