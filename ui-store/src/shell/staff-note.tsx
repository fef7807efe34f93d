import { useShop } from '../kit/shop.tsx'

/** Explains to staff why a page may look different. */
export const StaffNote = () => <p className="staff-note">{useShop().t('shell.staff_note')}</p>
