import { RichText } from 'stoa/store'
import type { FunnelView } from '../../api-types.ts'
import { FunnelForm } from '../shared/funnel-form.tsx'

/** A funnel embedded in a landing page. */
export default function FunnelOnPage({ about }: { data: null; about?: { shown: FunnelView; button: string } }) {
  if (!about) return null
  return (
    <>
      {about.shown.content && <RichText html={about.shown.content} />}
      <FunnelForm funnel={about.shown} button={about.button} />
    </>
  )
}
