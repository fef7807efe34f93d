import { CardBoard } from 'stoa/admin'
import { useDashboardTexts } from './messages.ts'

/** CRM dashboard: cards about leads and broadcasts. */
export default function CrmDashboard() {
  const say = useDashboardTexts()
  return <CardBoard dashboard="crm" title={say('title')} />
}
