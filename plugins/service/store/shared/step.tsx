import { useShop } from 'stoa/store'
import type { OwnApplication } from '../../api-types.ts'

/** The status of an application as text. */
export const Step = ({ status }: Pick<OwnApplication, 'status'>) => {
  const { t } = useShop()
  return <span className={`service-status service-${status}`}>{t(`service.status.${status}`)}</span>
}
