import { Button } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { texts } from './texts.ts'

const useMessages = texts('known')

/** In the heading of somebody's page: the way to what happened, which stands below a long form. */
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
