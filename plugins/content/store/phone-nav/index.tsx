import { useShop } from '../../../../ui-store/src/kit/index.ts'
import { NavList, navOf } from '../nav/nav.tsx'

/** The navigation in the menu of narrow screens. */
export default function PhoneNav() {
  const { t, shell } = useShop()
  return (
    <nav aria-label={t('content.frame.navigation')}>
      <NavList nodes={navOf(shell, 'mobile')} />
    </nav>
  )
}
