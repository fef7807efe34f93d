import { adminPath } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import { useMessages } from '../messages.ts'
import { LeaveForm } from './leave-form.tsx'
import '../leave.css'

/** Self-service: a request for leave. It shows what the leave costs before it is submitted. */
export default function TakeDayOffScreen() {
  const say = useMessages()
  const crumbs = [
    { label: say('my_work'), to: adminPath('my-work') },
    { label: say('my_leaves'), to: adminPath('my-leaves') },
  ]
  return (
    <SelfService title={say('take_day_off')} crumbs={crumbs}>
      {() => <LeaveForm />}
    </SelfService>
  )
}
