import { Callout } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** Why an action failed, with an optional way out. */
export const Problems = ({ lines, children }: { lines: readonly string[]; children?: ReactNode }) =>
  lines.length > 0 && (
    <Callout intent="danger" icon={false} role="alert">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {children}
    </Callout>
  )
