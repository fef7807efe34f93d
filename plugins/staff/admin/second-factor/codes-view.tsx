import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { saveBlob } from 'stoa/admin'
import './second-factor.css'
import { useMessages } from './messages.ts'

/** Recovery codes, which are shown only once. */
export function CodesView({ codes, done }: { codes: string[]; done: () => void }) {
  const say = useMessages()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <>
      <h2 ref={head} tabIndex={-1}>
        {say('codesTitle')}
      </h2>
      <Callout intent="warning" icon={false}>
        {say('codesLead')}
      </Callout>
      <ul className="second-codes" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="second-buttons">
        <Button icon="download" onClick={() => saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}>
          {say('codesSave')}
        </Button>
        <Button intent="primary" onClick={done}>
          {say('codesKept')}
        </Button>
      </div>
    </>
  )
}
