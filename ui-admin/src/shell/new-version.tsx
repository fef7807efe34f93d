import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useT } from '../i18n/index.ts'

/** Offers a reload when a chunk of this version is no longer on the server. */
export function NewVersion() {
  const { t } = useT()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const show = () => setDue(true)
    window.addEventListener('stoa:new-version', show)
    return () => window.removeEventListener('stoa:new-version', show)
  }, [])
  if (!due) return null
  return (
    <Callout intent="primary" className="gap-below" icon={false}>
      {t('shell.newVersion')}{' '}
      <Button size="small" onClick={() => location.reload()}>
        {t('shell.reload')}
      </Button>
    </Callout>
  )
}
