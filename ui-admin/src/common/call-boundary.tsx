import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { LoadError } from './load-error.tsx'

const never = () => 0

/** Error boundary for failed requests: shows the reason and a retry button. Other errors are thrown on. */
export function CallBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={never} errorComponent={Refused}>
      {children}
    </CatchBoundary>
  )
}

/** The reason of a failed request with a retry button. @throws any error that is not a failed request */
export function Refused({ error, reset }: { error: unknown; reset: () => void }) {
  const resetBoundary = useQueryErrorResetBoundary()
  if (!(error instanceof ApiError)) throw error
  const retry = () => {
    resetBoundary.reset()
    reset()
  }
  return <LoadError error={error} retry={retry} />
}
