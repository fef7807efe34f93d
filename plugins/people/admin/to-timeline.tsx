import { Button } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { messages } from './messages.ts'

const useMessages = messages('known')

/** Link in the page header to the timeline below the form. */
export default function ToTimeline() {
  const say = useMessages()
  const show = () => {
    const timeline = document.querySelector<HTMLElement>('.timeline')
    timeline?.scrollIntoView({ block: 'start' })
    timeline?.focus({ preventScroll: true })
  }
  return (
    <Button variant="minimal" icon={<History aria-hidden />} onClick={show}>
      {say('timeline')}
    </Button>
  )
}
