import { Slot } from 'stoa/admin'
import { SelfService } from './self-service.tsx'
import { useSelfServiceMessages } from './messages.ts'
import './self-service.css'

/** My work: the cards of self-service, one per plugin. */
export default function MyWorkScreen() {
  const say = useSelfServiceMessages()
  return (
    <SelfService title={say('my_work')}>
      {(employee) => (
        <div className="my-work-cards">
          <Slot at="my-work" employee={employee} />
        </div>
      )}
    </SelfService>
  )
}
