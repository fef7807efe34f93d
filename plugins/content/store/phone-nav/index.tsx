import { Kept, useShop, useT } from 'stoa/store'
import { NavList, navOf } from '../nav/nav.tsx'

const Entries = () => <NavList nodes={navOf(useShop().shell, 'mobile')} />

/** The navigation in the menu of narrow screens. */
export default function PhoneNav() {
  const t = useT()
  return (
    <Kept as="nav" name="content/phone-nav" aria-label={t('content.frame.navigation')}>
      <Entries />
    </Kept>
  )
}
