import { useShop } from '../kit/shop.tsx'

/** Says why a page may look different to staff. */
export const StaffNote = () => <p className="staff-note">{useShop().t('shell.staff_note')}</p>
